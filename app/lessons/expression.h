// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Arithmetic and comparisons over named numbers: "access.wavefronts = 1 and stride % 2 = 1".
namespace lanescope::lessons {

/// What the names in an expression stand for.
class Names {
public:
    virtual ~Names() = default;
    /// Throws BadInput for a name that there is not.
    virtual double value(std::string_view name) const = 0;
    /// bank(5): of another lane. Throws BadInput.
    virtual double ofLane(std::string_view name, int lane) const = 0;
};

/// A number, or a condition, which is 1 or 0. Operators, loosest first: or; and; not; = != < <= > >=; + -;
/// * / %; a sign. Functions: min max floor ceil abs.
class Expression {
public:
    Expression() = default;
    /// Throws BadInput, without a place.
    static Expression parse(std::string_view text);
    bool empty() const { return !m_root; }
    /// Throws BadInput where a name is unknown or a number is divided by 0.
    double value(const Names& names) const;
    bool holds(const Names& names) const { return value(names) != 0; }
    const std::string& text() const { return m_text; }
    /// Every name in it, and every function of a lane.
    const std::vector<std::string>& names() const { return m_names; }
    const std::vector<std::string>& laneFunctions() const { return m_laneFunctions; }
    /// One of the parts of a condition, joined by "and", that does not hold.
    struct Failing {
        std::vector<std::string> names;
        std::string comparison; ///< "=", "<=": of its one name, at the left, with a number; else empty
        double bound = 0;       ///< that number
    };
    std::vector<Failing> failing(const Names& names) const;

    struct Node;

private:
    std::shared_ptr<const Node> m_root;
    std::string m_text;
    std::vector<std::string> m_names, m_laneFunctions;
};

/// Equal but for what adding and dividing leaves behind.
bool nearlyEqual(double a, double b);
/// A number as a reader has it: "65,536", "0.125"; in a command without commas.
std::string numberText(double value, bool inCommand = false);

} // namespace lanescope::lessons
