// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/drawing.h"
#include "render/canvas.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A colour of a picture and what it stands for.
struct LegendEntry {
    std::string text;
    render::Color color{0, 0, 0, 0};
    render::Color border{0, 0, 0, 0};
    std::function<void(render::Canvas&, const render::Rect&)> paint{}; ///< in place of the colours
};

/// Coloured squares with what they stand for, in rows.
class Legend {
public:
    /// What has no room in so many rows of this width is left out.
    Legend(const render::Canvas& canvas, std::vector<LegendEntry> entries, float width,
           int mostRows = std::numeric_limits<int>::max());
    float height() const { return static_cast<float>(m_rows) * kRow; }
    void draw(render::Canvas& canvas, glm::vec2 at) const;

    static constexpr float kRow = 18; ///< points

private:
    struct Place {
        LegendEntry entry;
        float x;
        int row;
    };
    float m_width;
    std::vector<Place> m_places;
    int m_rows = 0;
};

} // namespace lanescope::kit
