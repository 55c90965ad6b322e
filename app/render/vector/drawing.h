// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"
#include "render/shapes.h"

#include <glm/vec2.hpp>

#include <string>
#include <variant>
#include <vector>

/// Pictures as shapes, for files that are drawn at any size. Lengths are pixels from the top left.
namespace lanescope::render {

/// A rectangle with a border inwards from its edge; a circle when the radius is half of its edge.
struct DrawnBox {
    Rect rect;
    Fill fill;
};
/// A line through points, its colour changing on the straight way from the first to the last.
struct DrawnStroke {
    std::vector<glm::vec2> points;
    float width = 1;
    Color first, last;
};
/// The inside of closed outlines, of any direction.
struct DrawnShape {
    std::vector<std::vector<glm::vec2>> outlines;
    Color color;
};
/// A line of text from the left end of its baseline.
struct DrawnText {
    glm::vec2 at{0};
    float width = 0, size = 0;
    Font font = Font::Sans;
    Color color;
    std::string text;     ///< UTF-8
    float spacing = 0;    ///< between letters beside the font's own
    bool upwards = false; ///< it runs from below to above
};
/// What is no shape: a mesh, a texture, a table of colours.
struct DrawnImage {
    Rect rect;
    Image image;
};
struct DrawnItem {
    std::variant<DrawnBox, DrawnStroke, DrawnShape, DrawnText, DrawnImage> what;
    Rect clip; ///< what lies beyond is not seen
};

struct Drawing {
    int width = 0, height = 0;
    Color background;
    std::vector<DrawnItem> items; ///< later ones cover earlier ones
};

/// The rectangle around an item; of a text from its highest to its lowest letter.
Rect boundsOf(const DrawnItem& item);
/// Leaves out what is not seen at all, and takes clips that cut nothing off for none: those become the whole
/// picture.
void tidy(Drawing& drawing);
/// Lays a drawing into another one, its corner at a place, cut to a rectangle of the other.
void layInto(Drawing& into, const Drawing& part, glm::vec2 at, const Rect& clip);
/// What can be read in it, in order.
std::vector<std::string> textsOf(const Drawing& drawing);

} // namespace lanescope::render
