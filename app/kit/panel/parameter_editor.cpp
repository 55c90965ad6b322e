// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/parameter_editor.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "kit/words/choice_words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace lanescope::kit {

namespace {

/// What a widget asks for; nothing: the value is to stay.
using Wanted = std::optional<std::string>;

Wanted integerSlider(const Integer& parameter, const std::optional<std::pair<int, int>>& between) {
    const int present = std::min(parameter.value(), parameter.most());
    int value = present;
    if (between) {
        ImGui::SliderInt("##value", &value, between->first, between->second, "", ImGuiSliderFlags_NoInput);
    } else if (parameter.scale() == Integer::Scale::PowerOfTwo) {
        // 0 stands before 1 = 2^0.
        const auto exponentOf = [](int number) { return std::bit_width(static_cast<unsigned>(number)) - 1; };
        int exponent = exponentOf(value);
        if (ImGui::SliderInt("##value", &exponent, exponentOf(parameter.minimum()),
                             exponentOf(parameter.most()), "", ImGuiSliderFlags_NoInput))
            value = exponent < 0 ? 0 : 1 << exponent;
    } else {
        ImGui::SliderInt("##value", &value, parameter.minimum(), parameter.most(), "",
                         ImGuiSliderFlags_NoInput);
    }
    // A step at a time: keys when the slider has the focus, the wheel with Ctrl.
    if (ImGui::IsItemHovered() && ImGui::GetIO().KeyCtrl && ImGui::GetIO().MouseWheel != 0)
        value += ImGui::GetIO().MouseWheel > 0 ? 1 : -1;
    return value == present ? Wanted() : parameter.textNear(value);
}

/// Where an animation has the value of the slider that was shown last.
void markMoved(const Real& parameter, double moved) {
    const ImVec2 first = ImGui::GetItemRectMin(), last = ImGui::GetItemRectMax();
    const double share = (moved - parameter.minimum()) / (parameter.maximum() - parameter.minimum());
    const float x = first.x + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (last.x - first.x);
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, first.y), ImVec2(x, last.y),
                                        ImGui::GetColorU32(toImGui(style().theme->text)), points(2));
}

/// A number that is short to read and still as fine as the mouse moves the slider.
double rounded(const Real& parameter, double value) {
    constexpr double kPixels = 300; // at the least
    const double range = parameter.maximum() - parameter.minimum();
    const double perUnit = std::pow(10, std::ceil(std::log10(kPixels / range)));
    return std::round(value * perUnit) / perUnit;
}

Wanted realSlider(const Real& parameter, std::optional<double> moved) {
    auto value = static_cast<float>(parameter.value());
    const bool changed =
        ImGui::SliderFloat("##value", &value, static_cast<float>(parameter.minimum()),
                           static_cast<float>(parameter.maximum()), "", ImGuiSliderFlags_NoInput);
    if (moved) markMoved(parameter, *moved);
    return changed ? parameter.textNear(rounded(parameter, value)) : Wanted();
}

/// Pixels of the words of a choice as buttons in a row.
float sideBySide(const Choice& parameter) {
    float needed = 0;
    for (const std::string& word : parameter.choices())
        needed +=
            std::max(ImGui::CalcTextSize(word.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x, points(24)) +
            points(2);
    return needed;
}

/// Few short words stand side by side; more go into a list.
Wanted choiceWidget(const Choice& parameter) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float padding = ImGui::GetStyle().FramePadding.x;
    const float gap = points(2);
    const float needed = sideBySide(parameter);
    Wanted wanted;
    if (needed <= room) {
        const float extra = (room - needed) / static_cast<float>(parameter.choices().size());
        for (std::size_t i = 0; i < parameter.choices().size(); ++i) {
            const std::string& word = parameter.choices()[i];
            if (i) ImGui::SameLine(0, gap);
            const bool chosen = i == parameter.index();
            ImGui::PushStyleColor(ImGuiCol_Button,
                                  toImGui(chosen ? style().theme->selection : style().theme->raised));
            ImGui::PushStyleColor(ImGuiCol_Text, toImGui(chosen ? style().theme->text : style().theme->dim));
            const float width =
                std::max(ImGui::CalcTextSize(word.c_str()).x + 2 * padding, points(24)) + extra;
            if (ImGui::Button(ShortText("{}##choice", word).c_str(), ImVec2(width, 0)) && !chosen)
                wanted = word;
            tooltip(meaningOfChoice(parameter.name(), word));
            ImGui::PopStyleColor(2);
        }
        return wanted;
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##value", parameter.value().c_str())) {
        for (std::size_t i = 0; i < parameter.choices().size(); ++i) {
            if (ImGui::Selectable(parameter.choices()[i].c_str(), i == parameter.index()))
                wanted = parameter.choices()[i];
            if (const auto meaning = meaningOfChoice(parameter.name(), parameter.choices()[i]);
                !meaning.empty()) {
                ImGui::SameLine();
                rightText(style().theme->dim, meaning);
            }
        }
        ImGui::EndCombo();
    }
    return wanted;
}

/// A built-in picture, or what was typed, which is still to be looked at. brief: in one row, to choose from.
Wanted fileWidget(const File& parameter, bool brief) {
    Wanted wanted;
    if (brief) {
        if (!ImGui::BeginCombo("##value", parameter.value().c_str())) return wanted;
        for (const std::string& word : parameter.builtIn())
            if (ImGui::Selectable(word.c_str(), parameter.value() == word)) wanted = word;
        ImGui::EndCombo();
        return wanted;
    }
    for (std::size_t i = 0; i < parameter.builtIn().size(); ++i) {
        const std::string& word = parameter.builtIn()[i];
        const float width = ImGui::CalcTextSize(word.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (i) {
            ImGui::SameLine(0, points(2));
            if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        }
        const bool chosen = parameter.value() == word;
        ImGui::PushStyleColor(ImGuiCol_Button,
                              toImGui(chosen ? style().theme->selection : style().theme->raised));
        if (ImGui::Button(ShortText("{}##file", word).c_str())) wanted = word;
        tooltip(meaningOfChoice(parameter.name(), word));
        ImGui::PopStyleColor();
    }
    std::array<char, 1024> text{};
    const std::string shown = parameter.isBuiltIn() ? std::string() : parameter.value();
    std::memcpy(text.data(), shown.data(), std::min(shown.size(), text.size() - 1));
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##path", tr("path of a PNG, then Enter"), text.data(), text.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue))
        wanted = text.data();
    return wanted;
}

/// brief: parameters stand side by side, and a box at the right would be taken for the next one's.
Wanted toggleBox(const Toggle& toggle, bool brief) {
    ImGui::SameLine();
    if (!brief)
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                             std::max(ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight(), 0.F));
    bool on = toggle;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, toImGui(style().theme->line));
    const bool changed = ImGui::Checkbox("##on", &on);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return changed ? toggle.valueAt(on ? 1 : 0) : Wanted();
}

/// Beside the name, which is code, where both and the value have room.
void showMeaning(const Parameter& parameter) {
    const std::string_view meaning = meaningOfParameter(parameter.name());
    if (meaning.empty()) return;
    const float left = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
    const FontScope small(style().sans, 0.85F);
    const float width = ImGui::CalcTextSize(meaning.data(), meaning.data() + meaning.size()).x;
    const float value = ImGui::GetFontSize() * 5;
    if (ImGui::GetContentRegionMax().x - left < width + value) return;
    ImGui::SameLine();
    coloredText(style().theme->dim, meaning);
}

} // namespace

/// The slider, the words or the path: what a kind of parameter is changed with.
class ParameterEditor::Control final : public ParameterVisitor {
public:
    Control(ParameterEditor& editor, std::optional<double> moved, bool brief)
        : m_editor(editor), m_moved(moved), m_brief(brief) {}
    const Wanted& wanted() const { return m_wanted; }
    void visit(const Integer& parameter) override {
        m_wanted = integerSlider(parameter, m_editor.m_between);
        typesWithCtrl(parameter);
    }
    void visit(const Real& parameter) override {
        m_wanted = realSlider(parameter, m_moved);
        typesWithCtrl(parameter);
    }
    void visit(const Choice& parameter) override { m_wanted = choiceWidget(parameter); }
    void visit(const Toggle&) override {} // its box stands beside the name
    void visit(const File& parameter) override {
        if (const Wanted path = fileWidget(parameter, m_brief))
            m_wanted = m_editor.taken(parameter, path->c_str());
    }

private:
    /// Beside the name: Dear ImGui's own field would take a value beyond the ends as the end, without a word.
    void typesWithCtrl(const Parameter& parameter) {
        if (!ImGui::GetIO().KeyCtrl) return;
        if (ImGui::IsItemClicked()) m_editor.type(parameter);
        if (ImGui::IsItemActive()) m_wanted.reset();
    }
    ParameterEditor& m_editor;
    std::optional<double> m_moved;
    bool m_brief;
    Wanted m_wanted;
};

/// What stands beside the name: a number to type over, a box, or what the chosen word means.
class ParameterEditor::Value final : public ParameterVisitor {
public:
    Value(ParameterEditor& editor, bool brief) : m_editor(editor), m_brief(brief) {}
    const Wanted& wanted() const { return m_wanted; }
    void visit(const Integer& parameter) override { number(parameter); }
    void visit(const Real& parameter) override { number(parameter); }
    void visit(const Choice& parameter) override { meaning(parameter); }
    void visit(const Toggle& parameter) override { m_wanted = toggleBox(parameter, m_brief); }
    void visit(const File& parameter) override { meaning(parameter); }

private:
    static void meaning(const Parameter& parameter) {
        const std::string_view text = meaningOfChoice(parameter.name(), parameter.text());
        if (text.empty()) return;
        ImGui::SameLine();
        rightText(style().theme->dim, text);
    }
    void number(const Parameter& parameter) {
        ImGui::SameLine();
        m_wanted = m_editor.valueField(parameter);
    }
    ParameterEditor& m_editor;
    bool m_brief;
    Wanted m_wanted;
};

/// What a parameter needs beneath or beside its name.
class ParameterEditor::Width final : public ParameterVisitor {
public:
    float beneath() const { return m_beneath; }
    /// Of a choice the words side by side.
    float wide() const { return std::max(m_wide, m_beneath); }
    float beside() const { return m_beside; }
    void visit(const Integer& parameter) override { number(std::to_string(parameter.most())); }
    void visit(const Real&) override { number("0.0000"); }
    void visit(const Choice& parameter) override {
        // In a list one word stands at a time.
        float longest = 0;
        for (const std::string& word : parameter.choices())
            longest = std::max(longest, ImGui::CalcTextSize(word.c_str()).x);
        m_wide = sideBySide(parameter);
        m_beneath = std::min(m_wide, longest + 2 * ImGui::GetFrameHeight());
    }
    void visit(const Toggle&) override { m_beside = ImGui::GetFrameHeight(); }
    void visit(const File&) override { m_beneath = ImGui::GetFontSize() * 6; }

private:
    void number(const std::string& longest) {
        m_beneath = ImGui::GetFontSize() * 6;
        m_beside = ImGui::CalcTextSize(longest.c_str()).x;
    }
    float m_beneath = 0, m_wide = 0, m_beside = 0;
};

ParameterEditor::Widths ParameterEditor::widthsOf(const Parameter& parameter) {
    Width width;
    parameter.accept(width);
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    // Whatever its value: nothing comes or goes while a slider moves.
    float head = ImGui::CalcTextSize(parameter.name().c_str()).x + gap + ImGui::CalcTextSize(tr("reset")).x;
    if (width.beside() > 0) head += gap + width.beside();
    return {.least = std::max(head, width.beneath()), .wide = std::max(head, width.wide())};
}

std::optional<std::string> ParameterEditor::taken(const Parameter& parameter, const char* text) {
    try {
        return parameter.canonical(text);
    } catch (const BadInput& bad) {
        m_error = retold(bad.what());
        m_refusedBy = parameter.name();
        return std::nullopt;
    }
}

std::optional<std::string> ParameterEditor::valueField(const Parameter& parameter) {
    const ImGuiID id = ImGui::GetID("edit");
    const FontScope font(style().mono, 0.95F);
    if (m_editing == id) {
        ImGui::SetNextItemWidth(points(90));
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                             std::max(0.0F, ImGui::GetContentRegionAvail().x - points(90)));
        if (ImGui::IsWindowAppearing() || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
        const bool entered =
            ImGui::InputText("##edit", m_text.data(), m_text.size(),
                             ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
        if (entered || ImGui::IsItemDeactivated()) {
            m_editing = 0;
            if (entered) return taken(parameter, m_text.data());
        }
        return std::nullopt;
    }
    // What was chosen elsewhere may be more than there is here.
    const std::string text = parameter.text(), used = parameter.usedText();
    rightText(style().theme->accent, m_moved ? ShortText(translatable("{}, now {:.0f}"), text, *m_moved)
                                     : used == text ? ShortText("{}", text)
                                                    : ShortText(translatable("{}, at most {}"), text, used));
    if (wantsTooltip()) tooltip(tr("{}; click to type", parameter.range()));
    if (ImGui::IsItemClicked()) type(parameter);
    return std::nullopt;
}

/// In the field beside the parameter's name, from the next frame on.
void ParameterEditor::type(const Parameter& parameter) {
    m_editing = ImGui::GetID("edit");
    m_text = {};
    const std::string value = parameter.text();
    std::memcpy(m_text.data(), value.data(), std::min(value.size(), m_text.size() - 1));
}

std::optional<std::string> ParameterEditor::showBetween(const Parameter& parameter, int least, int most) {
    m_between = {least, most};
    auto wanted = show(parameter, "");
    m_between.reset();
    return wanted;
}

std::optional<std::string> ParameterEditor::show(const Parameter& parameter, std::string_view idle,
                                                 std::optional<double> moved, bool brief) {
    m_moved = moved;
    ImGui::PushID(parameter.name().c_str());
    Wanted wanted;
    const bool muted = !idle.empty();
    coloredText(muted ? style().theme->faint : style().theme->text, parameter.name());
    showMeaning(parameter);
    if (brief) tooltip(muted ? idle : tr(std::string_view(parameter.help())));
    if (m_offersReset && !parameter.isDefault()) {
        ImGui::SameLine();
        const FontScope small(style().sans, 0.85F);
        ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
        ImGui::PushStyleColor(ImGuiCol_Text, toImGui(style().theme->faint));
        if (ImGui::SmallButton(tr("reset"))) wanted = parameter.defaultText();
        ImGui::PopStyleColor(2);
        if (wantsTooltip()) tooltip(tr("back to {}", parameter.defaultText()));
    }
    Value value(*this, brief);
    parameter.accept(value);
    if (value.wanted()) wanted = value.wanted();
    // A list that is open would be dim, too, and what lies beneath would show through.
    const bool dims = muted && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (dims) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5F);
    ImGui::SetNextItemWidth(-1);
    Control control(*this, moved, brief);
    parameter.accept(control);
    if (control.wanted()) wanted = control.wanted();
    if (!brief) {
        const FontScope small(style().sans, 0.85F);
        if (!m_error.empty() && m_refusedBy == parameter.name())
            wrappedText(style().theme->bad, m_error);
        else
            wrappedText(style().theme->dim,
                        muted ? std::string_view(idle) : tr(std::string_view(parameter.help())));
    }
    if (dims) ImGui::PopStyleVar();
    ImGui::Dummy(ImVec2(0, points(3)));
    ImGui::PopID();
    if (wanted) m_error.clear();
    return wanted;
}

} // namespace lanescope::kit
