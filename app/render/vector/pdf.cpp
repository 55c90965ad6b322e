// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/vector/pdf.h"

#include "render/fonts.h"

#include <cairo/cairo-ft.h>
#include <cairo/cairo-pdf.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace lanescope::render {
namespace {

constexpr double kPointsPerPixel = 72.0 / 96;

/// Cairo keeps faces for as long as it likes: the library is never closed.
FT_Library freetype() {
    static FT_Library library = [] {
        FT_Library opened = nullptr;
        return FT_Init_FreeType(&opened) == 0 ? opened : nullptr;
    }();
    return library;
}

/// A font as FreeType and as Cairo know it; nothing when it cannot be opened.
struct Face {
    FT_Face face = nullptr;
    cairo_font_face_t* cairo = nullptr;

    explicit Face(FT_Face opened) : face(opened) {
        if (!face) return;
        static const cairo_user_data_key_t kKey{};
        cairo = cairo_ft_font_face_create_for_ft_face(face, 0);
        if (cairo_font_face_set_user_data(cairo, &kKey, face, [](void* each) {
                FT_Done_Face(static_cast<FT_Face>(each));
            }) != CAIRO_STATUS_SUCCESS) {
            cairo_font_face_destroy(cairo);
            FT_Done_Face(face);
            cairo = nullptr;
            face = nullptr;
        }
    }
    ~Face() {
        if (cairo) cairo_font_face_destroy(cairo);
    }
    Face(const Face&) = delete;
    Face& operator=(const Face&) = delete;

    double advance(unsigned glyph, double size) const {
        if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0 || face->units_per_EM == 0) return 0;
        return static_cast<double>(face->glyph->metrics.horiAdvance) / face->units_per_EM * size;
    }
};

/// The program's fonts, and the system's for characters that those lack.
class Fonts {
public:
    const Face* find(Font font, std::uint32_t codepoint, unsigned& glyph) {
        const Face* own = embedded(font);
        if (!own->face) return nullptr;
        glyph = FT_Get_Char_Index(own->face, codepoint);
        if (glyph != 0 || codepoint < ' ') return own;
        const FontFile file = systemFontFileFor(font, codepoint);
        if (file.path.empty()) return own;
        auto& other = m_system[{file.path, file.index}];
        if (!other) {
            FT_Face opened = nullptr;
            if (FT_New_Face(freetype(), file.path.c_str(), file.index, &opened) != 0) opened = nullptr;
            other = std::make_unique<Face>(opened);
        }
        if (!other->face) return own;
        glyph = FT_Get_Char_Index(other->face, codepoint);
        return other.get();
    }

private:
    const Face* embedded(Font font) {
        auto& own = m_own[font];
        if (!own) {
            const auto bytes = fontBytes(font);
            FT_Face opened = nullptr;
            if (!freetype() || FT_New_Memory_Face(freetype(), reinterpret_cast<const FT_Byte*>(bytes.data()),
                                                  static_cast<FT_Long>(bytes.size()), 0, &opened) != 0)
                opened = nullptr;
            own = std::make_unique<Face>(opened);
        }
        return own.get();
    }

    std::map<Font, std::unique_ptr<Face>> m_own;
    std::map<std::pair<std::string, int>, std::unique_ptr<Face>> m_system;
};

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

cairo_status_t append(void* into, const unsigned char* bytes, unsigned count) {
    static_cast<std::string*>(into)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

class Page {
public:
    Page(cairo_t* to, Fonts& fonts) : m_to(to), m_fonts(fonts) {}

    void draw(const Drawing& drawing) {
        const Rect whole{0, 0, static_cast<float>(drawing.width), static_cast<float>(drawing.height)};
        put(DrawnBox{whole, {drawing.background}});
        for (const DrawnItem& item : drawing.items) {
            cairo_save(m_to);
            if (item.clip != whole) {
                cairo_rectangle(m_to, item.clip.x, item.clip.y, item.clip.width, item.clip.height);
                cairo_clip(m_to);
            }
            std::visit([this](const auto& what) { put(what); }, item.what);
            cairo_restore(m_to);
        }
    }

private:
    void color(const Color& c) { cairo_set_source_rgba(m_to, c.r, c.g, c.b, c.a); }

    void outline(const Rect& rect, double radius) {
        if (radius <= 0) {
            cairo_rectangle(m_to, rect.x, rect.y, rect.width, rect.height);
            return;
        }
        const double left = rect.x + radius, top = rect.y + radius, right = rect.right() - radius,
                     bottom = rect.bottom() - radius;
        cairo_new_sub_path(m_to);
        cairo_arc(m_to, right, top, radius, -M_PI / 2, 0);
        cairo_arc(m_to, right, bottom, radius, 0, M_PI / 2);
        cairo_arc(m_to, left, bottom, radius, M_PI / 2, M_PI);
        cairo_arc(m_to, left, top, radius, M_PI, 3 * M_PI / 2);
        cairo_close_path(m_to);
    }

    void put(const DrawnBox& box) {
        const auto& [fill, radius, border, width] = box.fill;
        const bool edged = width > 0 && border.a > 0;
        if (fill.a > 0) {
            // Viewers smooth the edges of both: under a border that hides it the inside goes on.
            const float in = edged && border.a >= 1 ? width / 2 : width;
            color(fill);
            outline(box.rect.inset(in), std::max(radius - in, 0.F));
            cairo_fill(m_to);
        }
        if (edged) {
            color(border);
            cairo_set_line_width(m_to, width);
            outline(box.rect.inset(width / 2), std::max(radius - width / 2, 0.F));
            cairo_stroke(m_to);
        }
    }

    void put(const DrawnStroke& stroke) {
        if (stroke.points.size() < 2) return;
        const glm::vec2 from = stroke.points.front(), to = stroke.points.back();
        if (stroke.first != stroke.last && from != to) {
            cairo_pattern_t* blend = cairo_pattern_create_linear(from.x, from.y, to.x, to.y);
            const Color &a = stroke.first, &b = stroke.last;
            cairo_pattern_add_color_stop_rgba(blend, 0, a.r, a.g, a.b, a.a);
            cairo_pattern_add_color_stop_rgba(blend, 1, b.r, b.g, b.b, b.a);
            cairo_set_source(m_to, blend);
            cairo_pattern_destroy(blend);
        } else {
            color(stroke.first);
        }
        cairo_move_to(m_to, from.x, from.y);
        for (std::size_t i = 1; i < stroke.points.size(); ++i)
            cairo_line_to(m_to, stroke.points[i].x, stroke.points[i].y);
        cairo_set_miter_limit(m_to, 4);
        cairo_set_line_width(m_to, stroke.width);
        cairo_stroke(m_to);
    }

    void put(const DrawnShape& shape) {
        color(shape.color);
        for (const auto& outline : shape.outlines) {
            cairo_new_sub_path(m_to);
            for (const glm::vec2& point : outline) cairo_line_to(m_to, point.x, point.y);
            cairo_close_path(m_to);
        }
        cairo_fill(m_to);
    }

    void put(const DrawnText& text) {
        color(text.color);
        cairo_set_font_size(m_to, text.size);
        cairo_translate(m_to, text.at.x, text.at.y);
        if (text.upwards) cairo_rotate(m_to, -M_PI / 2);
        double pen = 0;
        std::string_view rest = text.text;
        const Face* face = nullptr;
        std::vector<cairo_glyph_t> glyphs;
        std::vector<cairo_text_cluster_t> clusters;
        const char* runBegin = rest.data();
        const auto show = [&](const char* end) {
            if (face && face->cairo && !glyphs.empty()) {
                cairo_set_font_face(m_to, face->cairo);
                cairo_show_text_glyphs(m_to, runBegin, static_cast<int>(end - runBegin), glyphs.data(),
                                       static_cast<int>(glyphs.size()), clusters.data(),
                                       static_cast<int>(clusters.size()),
                                       static_cast<cairo_text_cluster_flags_t>(0));
            }
            glyphs.clear();
            clusters.clear();
            runBegin = end;
        };
        while (!rest.empty()) {
            const char* const at = rest.data();
            unsigned glyph = 0;
            const Face* wanted = m_fonts.find(text.font, takeCodepoint(rest), glyph);
            if (wanted != face) show(at);
            face = wanted;
            if (!face) continue;
            glyphs.push_back({glyph, pen, 0});
            clusters.push_back({static_cast<int>(rest.data() - at), 1});
            pen += face->advance(glyph, text.size) + text.spacing;
        }
        show(rest.data());
    }

    void put(const DrawnImage& image) {
        if (image.image.empty()) return;
        const int width = image.image.width, height = image.image.height;
        const std::unique_ptr<cairo_surface_t, SurfaceDeleter> pixels(
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
        unsigned char* const data = cairo_image_surface_get_data(pixels.get());
        if (!data) return;
        const int pitch = cairo_image_surface_get_stride(pixels.get());
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const std::uint8_t* from = image.image.at(x, y);
                const std::uint32_t alpha = from[3];
                const auto part = [&](int i) { return (from[i] * alpha + 127) / 255; };
                auto* to = reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * pitch);
                to[x] = alpha << 24 | part(0) << 16 | part(1) << 8 | part(2);
            }
        cairo_surface_mark_dirty(pixels.get());
        cairo_translate(m_to, image.rect.x, image.rect.y);
        cairo_scale(m_to, image.rect.width / width, image.rect.height / height);
        cairo_set_source_surface(m_to, pixels.get(), 0, 0);
        // Its pixels are those of the picture: none are to be made between them.
        cairo_pattern_set_filter(cairo_get_source(m_to), CAIRO_FILTER_NEAREST);
        cairo_paint(m_to);
    }

    cairo_t* m_to;
    Fonts& m_fonts;
};

} // namespace

std::string pdfOf(std::span<const Drawing> pages, const TextChunks& text, std::string_view keywords) {
    std::string bytes;
    Fonts fonts;
    const std::unique_ptr<cairo_surface_t, SurfaceDeleter> surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
    // later versions pack the information that readPdfKeywords() looks for
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    const auto tell = [&](cairo_pdf_metadata_t what, std::string_view key) {
        if (const auto found = text.find(key); found != text.end())
            cairo_pdf_surface_set_metadata(surface.get(), what, found->second.c_str());
    };
    tell(CAIRO_PDF_METADATA_CREATOR, "Software");
    tell(CAIRO_PDF_METADATA_TITLE, "Title");
    tell(CAIRO_PDF_METADATA_KEYWORDS, keywords);
    {
        const std::unique_ptr<cairo_t, ContextDeleter> context(cairo_create(surface.get()));
        for (const Drawing& page : pages) {
            cairo_pdf_surface_set_size(surface.get(), page.width * kPointsPerPixel,
                                       page.height * kPointsPerPixel);
            cairo_save(context.get());
            cairo_scale(context.get(), kPointsPerPixel, kPointsPerPixel);
            Page(context.get(), fonts).draw(page);
            cairo_restore(context.get());
            cairo_show_page(context.get());
        }
    }
    cairo_surface_finish(surface.get());
    if (const cairo_status_t status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
        throw ImageError(std::string("the PDF cannot be made: ") + cairo_status_to_string(status));
    return bytes;
}

Image imageOf(const Drawing& drawing) {
    const std::unique_ptr<cairo_surface_t, SurfaceDeleter> surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, drawing.width, drawing.height));
    {
        Fonts fonts;
        const std::unique_ptr<cairo_t, ContextDeleter> context(cairo_create(surface.get()));
        Page(context.get(), fonts).draw(drawing);
    }
    cairo_surface_flush(surface.get());
    const unsigned char* const data = cairo_image_surface_get_data(surface.get());
    if (!data) throw ImageError("there is no memory for a picture of that size");
    const int pitch = cairo_image_surface_get_stride(surface.get());
    Image image(drawing.width, drawing.height);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            // The ground is opaque, so nothing is multiplied by an opacity.
            const auto pixel =
                reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * pitch)[x];
            std::uint8_t* to = image.at(x, y);
            for (int i = 0; i < 3; ++i) to[i] = static_cast<std::uint8_t>(pixel >> (16 - 8 * i) & 255);
            to[3] = 255;
        }
    return image;
}

std::string readPdfKeywords(std::string_view pdf) {
    constexpr std::string_view kKey = "/Keywords ";
    const std::size_t at = pdf.rfind(kKey);
    if (at == std::string_view::npos) return {};
    std::string_view rest = pdf.substr(at + kKey.size());
    std::string text;
    if (rest.starts_with('(')) {
        for (rest.remove_prefix(1); !rest.empty() && rest.front() != ')'; rest.remove_prefix(1)) {
            if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
            text += rest.front();
        }
    }
    // UTF-16 as digits: what is not in ASCII no link has
    constexpr std::string_view kUtf16 = "<FEFF";
    if (rest.starts_with(kUtf16)) {
        rest.remove_prefix(kUtf16.size());
        for (unsigned code = 0; rest.size() > 4 && rest.front() != '>'; rest.remove_prefix(4)) {
            const auto [end, error] = std::from_chars(rest.data(), rest.data() + 4, code, 16);
            if (error != std::errc{} || end != rest.data() + 4) break;
            text += code < 0x80 ? static_cast<char>(code) : '?';
        }
    }
    return text;
}

} // namespace lanescope::render
