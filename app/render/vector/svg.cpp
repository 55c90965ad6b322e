// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/vector/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>

namespace lanescope::render {
namespace {

constexpr std::string_view kOpen = "<lanescope:text key=\"", kClose = "</lanescope:text>";

/// At most two digits after the point, and none that are zero.
std::string number(float value) {
    const double rounded = std::round(static_cast<double>(value) * 100) / 100;
    return fmt::format("{}", rounded == 0 ? 0 : rounded);
}

std::string escaped(std::string_view text) {
    std::string all;
    for (const char c : text) {
        if (c == '&')
            all += "&amp;";
        else if (c == '<')
            all += "&lt;";
        else if (c == '>')
            all += "&gt;";
        else if (c == '"')
            all += "&quot;";
        else if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t')
            all += c; // XML has no other control characters
    }
    return all;
}

std::string unescaped(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, char>, 5> kNames{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string all;
    while (!text.empty()) {
        bool named = false;
        for (const auto& [name, c] : kNames)
            if (text.starts_with(name)) {
                all += c;
                text.remove_prefix(name.size());
                named = true;
                break;
            }
        if (named) continue;
        all += text.front();
        text.remove_prefix(1);
    }
    return all;
}

/// ` fill="#RRGGBB"`, with its opacity where there is one.
std::string paint(std::string_view attribute, const Color& color) {
    const auto byte = [](float v) { return static_cast<int>(std::lround(std::clamp(v, 0.F, 1.F) * 255)); };
    std::string text =
        fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, byte(color.r), byte(color.g), byte(color.b));
    if (color.a < 1) text += fmt::format(" {}-opacity=\"{}\"", attribute, number(color.a));
    return text;
}

std::string_view fontAttributes(Font font) {
    switch (font) {
    case Font::Bold:
        return R"( font-family="Inter, 'Noto Sans', 'Noto Sans CJK SC', sans-serif" font-weight="600")";
    case Font::Mono:
        return R"( font-family="'JetBrains Mono', 'DejaVu Sans Mono', monospace")";
    default:
        return R"( font-family="Inter, 'Noto Sans', 'Noto Sans CJK SC', sans-serif")";
    }
}

std::string pathOf(const std::vector<glm::vec2>& points, bool closed) {
    std::string path;
    for (const glm::vec2& point : points)
        path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', number(point.x), number(point.y));
    return closed && !path.empty() ? path + "Z" : path;
}

class Writer {
public:
    std::string write(const Drawing& drawing, const TextChunks& text) {
        const Rect whole{0, 0, static_cast<float>(drawing.width), static_cast<float>(drawing.height)};
        m_body = fmt::format("<rect width=\"{}\" height=\"{}\"{}/>\n", drawing.width, drawing.height,
                             paint("fill", drawing.background));
        const Rect* clip = nullptr;
        for (const DrawnItem& item : drawing.items) {
            const Rect* wanted = item.clip == whole ? nullptr : &item.clip;
            if ((clip != nullptr) != (wanted != nullptr) || (clip && *clip != *wanted)) {
                if (clip) m_body += "</g>\n";
                if (wanted) m_body += fmt::format("<g clip-path=\"url(#{})\">\n", clipName(*wanted));
                clip = wanted;
            }
            std::visit([this](const auto& what) { put(what); }, item.what);
        }
        if (clip) m_body += "</g>\n";
        return head(drawing, text) + (m_defs.empty() ? "" : "<defs>\n" + m_defs + "</defs>\n") + m_body +
               "</svg>\n";
    }

private:
    static std::string head(const Drawing& drawing, const TextChunks& text) {
        std::string all = fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "xmlns:lanescope=\"urn:lanescope\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
            // `8 x 8` and `<=` are what was written, no signs that a font has for them
            "style=\"font-variant-ligatures:none;font-feature-settings:'calt' 0,'liga' 0\">\n",
            drawing.width, drawing.height);
        if (text.empty()) return all;
        all += "<metadata>\n";
        for (const auto& [key, value] : text)
            all += fmt::format("{}{}\">{}{}\n", kOpen, escaped(key), escaped(value), kClose);
        return all + "</metadata>\n";
    }

    const std::string& clipName(const Rect& clip) {
        const auto [at, isNew] = m_clips.try_emplace({clip.x, clip.y, clip.width, clip.height});
        if (isNew) {
            at->second = fmt::format("clip{}", m_clips.size());
            m_defs += fmt::format(
                "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                at->second, number(clip.x), number(clip.y), number(clip.width), number(clip.height));
        }
        return at->second;
    }

    void rectangle(const Rect& rect, float radius, const std::string& paints) {
        if (rect.width <= 0 || rect.height <= 0) return;
        m_body += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>\n", number(rect.x),
                              number(rect.y), number(rect.width), number(rect.height),
                              radius > 0 ? fmt::format(" rx=\"{}\"", number(radius)) : "", paints);
    }

    void put(const DrawnBox& box) {
        const auto& [color, radius, border, width] = box.fill;
        const bool edged = width > 0 && border.a > 0;
        if (edged && (border.a >= 1 || color.a <= 0)) {
            rectangle(box.rect.inset(width / 2), std::max(radius - width / 2, 0.F),
                      (color.a > 0 ? paint("fill", color) : std::string(" fill=\"none\"")) +
                          paint("stroke", border) + fmt::format(" stroke-width=\"{}\"", number(width)));
            return;
        }
        // under a border that lets colours through lies none
        if (color.a > 0)
            rectangle(box.rect.inset(width), std::max(radius - width, 0.F), paint("fill", color));
        if (edged)
            rectangle(box.rect.inset(width / 2), std::max(radius - width / 2, 0.F),
                      " fill=\"none\"" + paint("stroke", border) +
                          fmt::format(" stroke-width=\"{}\"", number(width)));
    }

    void put(const DrawnStroke& stroke) {
        if (stroke.points.size() < 2) return;
        std::string color = paint("stroke", stroke.first);
        const glm::vec2 from = stroke.points.front(), to = stroke.points.back();
        if (stroke.first != stroke.last && from != to) {
            const std::string name = fmt::format("blend{}", ++m_blends);
            m_defs += fmt::format(
                "<linearGradient id=\"{}\" gradientUnits=\"userSpaceOnUse\" x1=\"{}\" y1=\"{}\" x2=\"{}\" "
                "y2=\"{}\"><stop offset=\"0\"{}/><stop offset=\"1\"{}/></linearGradient>\n",
                name, number(from.x), number(from.y), number(to.x), number(to.y), paint("stop", stroke.first),
                paint("stop", stroke.last));
            color = fmt::format(" stroke=\"url(#{})\"", name);
        }
        m_body += fmt::format("<path d=\"{}\" fill=\"none\"{} stroke-width=\"{}\"/>\n",
                              pathOf(stroke.points, false), color, number(stroke.width));
    }

    void put(const DrawnShape& shape) {
        std::string path;
        for (const auto& outline : shape.outlines) path += pathOf(outline, true);
        m_body += fmt::format("<path d=\"{}\"{}/>\n", path, paint("fill", shape.color));
    }

    void put(const DrawnText& text) {
        // A viewer without the font takes another one: the width stays.
        m_body +=
            fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" "
                        "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{}{}{}{}>{}</text>\n",
                        number(text.at.x), number(text.at.y), number(text.size), number(text.width),
                        fontAttributes(text.font), paint("fill", text.color),
                        text.spacing != 0 ? fmt::format(" letter-spacing=\"{}\"", number(text.spacing)) : "",
                        text.upwards ? fmt::format(" transform=\"rotate(-90 {} {})\"", number(text.at.x),
                                                   number(text.at.y))
                                     : "",
                        escaped(text.text));
    }

    void put(const DrawnImage& image) {
        m_body += fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
                              "preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,{}\"/>\n",
                              number(image.rect.x), number(image.rect.y), number(image.rect.width),
                              number(image.rect.height), base64(pngBytes(image.image)));
    }

    std::string m_defs, m_body;
    std::map<std::tuple<float, float, float, float>, std::string> m_clips;
    int m_blends = 0;
};

} // namespace

std::string base64(std::string_view bytes) {
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string all;
    all.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k]))
                                        : 0U;
        };
        const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (std::size_t k = 0; k < 4; ++k)
            all += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
    }
    return all;
}

std::string svgOf(const Drawing& drawing, const TextChunks& text) {
    return Writer().write(drawing, text);
}

bool looksLikeSvg(std::string_view begin) {
    const std::size_t first = begin.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (first == std::string_view::npos) return false;
    begin.remove_prefix(first);
    return begin.starts_with("<?xml") || begin.starts_with("<svg") || begin.starts_with("<!DOCTYPE svg");
}

TextChunks readSvgText(std::string_view svg, const std::string& name) {
    if (svg.find("<svg") == std::string_view::npos) throw ImageError(name + ": not an SVG picture");
    if (svg.find("</svg") == std::string_view::npos)
        throw ImageError(name + ": damaged SVG: the file ends too early");
    TextChunks chunks;
    for (std::size_t at = svg.find(kOpen); at != std::string_view::npos; at = svg.find(kOpen, at)) {
        at += kOpen.size();
        const std::size_t keyEnd = svg.find("\">", at), end = svg.find(kClose, at);
        if (keyEnd == std::string_view::npos || end == std::string_view::npos || keyEnd > end)
            throw ImageError(name + ": damaged SVG: its metadata are cut off");
        chunks[unescaped(svg.substr(at, keyEnd - at))] = unescaped(svg.substr(keyEnd + 2, end - keyEnd - 2));
        at = end;
    }
    return chunks;
}

} // namespace lanescope::render
