// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/expression.h"

#include "lessons/scene.h"
#include "lessons/text.h"
#include "model/error.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lanescope::lessons {

struct Expression::Node {
    enum class Kind { Number, Name, Negative, Not, Binary, Function };
    Kind kind = Kind::Number;
    double number = 0;
    std::string word; ///< a name, an operator, a function
    std::vector<std::shared_ptr<const Node>> parts;
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;

/// Parentheses, signs and powers of them in one another: more are a mistake, or an attack on the stack.
constexpr int kDeepest = 40;
constexpr std::size_t kLongest = 1000;

constexpr std::array<std::string_view, 5> kFunctions{"min", "max", "floor", "ceil", "abs"};

bool isBuiltIn(std::string_view name) {
    return std::ranges::find(kFunctions, name) != kFunctions.end();
}

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    NodePointer whole() {
        NodePointer node = either();
        if (!peek().empty()) fail(fmt::format("'{}' is too much", peek()));
        return node;
    }
    std::vector<std::string> names, laneFunctions;

private:
    [[noreturn]] void fail(std::string_view what) const {
        throw BadInput(fmt::format("'{}': {}", m_text, what));
    }

    static bool begins(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
    static bool beyondAscii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
    static bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

    /// The next word, number or sign; empty at the end.
    std::string_view peek() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
        std::size_t end = m_at;
        if (end == m_text.size()) return {};
        if (begins(m_text[end])) {
            while (end < m_text.size() && (begins(m_text[end]) || digit(m_text[end]) || m_text[end] == '.'))
                ++end;
        } else if (digit(m_text[end])) {
            while (end < m_text.size() && (digit(m_text[end]) || m_text[end] == '.')) ++end;
        } else if (beyondAscii(m_text[end])) {
            while (end < m_text.size() && beyondAscii(m_text[end])) ++end; // no part of a character
        } else {
            end += m_text.substr(end, 2) == "!=" || m_text.substr(end, 2) == "<=" ||
                           m_text.substr(end, 2) == ">=" || m_text.substr(end, 2) == "=="
                       ? 2
                       : 1;
        }
        return m_text.substr(m_at, end - m_at);
    }
    std::string_view next() {
        const std::string_view token = peek();
        m_at += token.size();
        return token;
    }
    bool take(std::string_view token) {
        if (peek() != token) return false;
        next();
        return true;
    }

    static NodePointer binary(std::string_view sign, NodePointer left, NodePointer right) {
        return std::make_shared<Node>(
            Node{Node::Kind::Binary, 0, std::string(sign), {std::move(left), std::move(right)}});
    }
    static NodePointer unary(Node::Kind kind, NodePointer part) {
        return std::make_shared<Node>(Node{kind, 0, {}, {std::move(part)}});
    }

    NodePointer either() {
        NodePointer node = both();
        while (take("or")) node = binary("or", node, both());
        return node;
    }
    NodePointer both() {
        NodePointer node = negation();
        while (take("and")) node = binary("and", node, negation());
        return node;
    }
    NodePointer negation() {
        const Depth depth(*this);
        return take("not") ? unary(Node::Kind::Not, negation()) : comparison();
    }
    NodePointer comparison() {
        NodePointer node = sum();
        for (const std::string_view sign : {"=", "==", "!=", "<=", ">=", "<", ">"})
            if (take(sign)) return binary(sign == "==" ? "=" : sign, node, sum());
        return node;
    }
    NodePointer sum() {
        NodePointer node = product();
        while (true) {
            if (take("+"))
                node = binary("+", node, product());
            else if (take("-"))
                node = binary("-", node, product());
            else
                return node;
        }
    }
    NodePointer product() {
        NodePointer node = sign();
        while (true) {
            if (take("*"))
                node = binary("*", node, sign());
            else if (take("/"))
                node = binary("/", node, sign());
            else if (take("%"))
                node = binary("%", node, sign());
            else
                return node;
        }
    }
    NodePointer sign() {
        const Depth depth(*this);
        return take("-") ? unary(Node::Kind::Negative, sign()) : primary();
    }
    NodePointer primary() {
        const std::string_view token = next();
        if (token.empty()) fail("it ends too early");
        if (token == "(") {
            NodePointer node = either();
            if (!take(")")) fail("a ')' is missing");
            return node;
        }
        if (digit(token.front())) return number(token);
        if (token == "{") fail("a rule has the names of values without braces, as in stride * 2");
        if (!begins(token.front())) fail(fmt::format("'{}' is not expected", token));
        if (token == "and" || token == "or" || token == "not")
            fail(fmt::format("'{}' is not expected", token));
        if (!take("(")) {
            names.emplace_back(token);
            return std::make_shared<Node>(Node{Node::Kind::Name, 0, std::string(token), {}});
        }
        return function(token);
    }
    NodePointer number(std::string_view token) const {
        Node node;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), node.number);
        if (error != std::errc{} || end != token.data() + token.size())
            fail(fmt::format("'{}' is not a number", token));
        return std::make_shared<Node>(node);
    }
    NodePointer function(std::string_view name) {
        Node node{Node::Kind::Function, 0, std::string(name), {}};
        do node.parts.push_back(either());
        while (take(","));
        if (!take(")")) fail("a ')' is missing");
        if (!isBuiltIn(name) && !isLaneName(name))
            fail(
                fmt::format("there is no {}(); there are: min, max, floor, ceil, abs, and of a lane address, "
                            "element, word, sector, line, bank, ways, wavefront",
                            name));
        const bool several = name == "min" || name == "max";
        if (!several && node.parts.size() != 1) fail(fmt::format("{}() takes one value", name));
        if (!isBuiltIn(name)) laneFunctions.emplace_back(name);
        return std::make_shared<Node>(std::move(node));
    }

    struct Depth {
        explicit Depth(Reader& of) : reader(of) {
            if (++reader.m_depth > kDeepest * 2) reader.fail("it is nested too deeply");
        }
        ~Depth() { --reader.m_depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        Reader& reader;
    };

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

double binaryValue(const std::string& sign, double left, double right) {
    const auto divisor = [&] {
        if (right == 0) throw BadInput("a number is divided by 0");
        return right;
    };
    if (sign == "+") return left + right;
    if (sign == "-") return left - right;
    if (sign == "*") return left * right;
    if (sign == "/") return left / divisor();
    if (sign == "%") return std::fmod(left, divisor());
    if (sign == "=") return nearlyEqual(left, right) ? 1 : 0;
    if (sign == "!=") return nearlyEqual(left, right) ? 0 : 1;
    if (sign == "<") return left < right && !nearlyEqual(left, right) ? 1 : 0;
    if (sign == "<=") return left <= right || nearlyEqual(left, right) ? 1 : 0;
    if (sign == ">") return left > right && !nearlyEqual(left, right) ? 1 : 0;
    return left >= right || nearlyEqual(left, right) ? 1 : 0;
}

double valueOf(const Node& node, const Names& names) {
    const auto part = [&](std::size_t i) { return valueOf(*node.parts[i], names); };
    switch (node.kind) {
    case Node::Kind::Number:
        return node.number;
    case Node::Kind::Name:
        return names.value(node.word);
    case Node::Kind::Negative:
        return -part(0);
    case Node::Kind::Not:
        return part(0) == 0 ? 1 : 0;
    case Node::Kind::Binary:
        // What the left side decides, the right side is not asked for.
        if (node.word == "and") return part(0) != 0 && part(1) != 0 ? 1 : 0;
        if (node.word == "or") return part(0) != 0 || part(1) != 0 ? 1 : 0;
        return binaryValue(node.word, part(0), part(1));
    case Node::Kind::Function:
        break;
    }
    double result = part(0);
    if (node.word == "floor") return std::floor(result);
    if (node.word == "ceil") return std::ceil(result);
    if (node.word == "abs") return std::abs(result);
    if (!isBuiltIn(node.word)) {
        if (result < 0 || result > 31 || result != std::floor(result))
            throw BadInput(fmt::format("{}({}): a lane is 0 to 31", node.word, numberText(result)));
        return names.ofLane(node.word, static_cast<int>(result));
    }
    for (std::size_t i = 1; i < node.parts.size(); ++i)
        result = node.word == "min" ? std::min(result, part(i)) : std::max(result, part(i));
    return result;
}

void addNames(const Node& node, std::vector<std::string>& all) {
    if (node.kind == Node::Kind::Name && std::ranges::find(all, node.word) == all.end())
        all.push_back(node.word);
    for (const auto& part : node.parts) addNames(*part, all);
}

void addFailing(const Node& node, const Names& names, std::vector<Expression::Failing>& all) {
    const bool isBinary = node.kind == Node::Kind::Binary;
    if (isBinary && node.word == "and") {
        for (const auto& part : node.parts) addFailing(*part, names, all);
    } else if (valueOf(node, names) == 0) {
        Expression::Failing& one = all.emplace_back();
        addNames(node, one.names);
        constexpr std::array<std::string_view, 5> kComparisons{"=", "<=", ">=", "<", ">"};
        if (!isBinary || node.parts.front()->kind != Node::Kind::Name ||
            std::ranges::find(kComparisons, node.word) == kComparisons.end())
            return;
        one.comparison = node.word;
        one.bound = valueOf(*node.parts.back(), names);
    }
}

} // namespace

Expression Expression::parse(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) throw BadInput("an expression is missing, as in access.wavefronts");
    if (text.size() > kLongest)
        throw BadInput(fmt::format("an expression has at most {} characters", kLongest));
    Reader reader(text);
    Expression made;
    made.m_root = reader.whole();
    made.m_text = text;
    made.m_names = std::move(reader.names);
    made.m_laneFunctions = std::move(reader.laneFunctions);
    return made;
}

std::vector<Expression::Failing> Expression::failing(const Names& names) const {
    std::vector<Failing> all;
    if (m_root) addFailing(*m_root, names, all);
    return all;
}

double Expression::value(const Names& names) const {
    return m_root ? valueOf(*m_root, names) : 0;
}

bool nearlyEqual(double a, double b) {
    constexpr double kRounding = 1e-9;
    // counts and addresses, which may be large
    if (a == std::floor(a) && b == std::floor(b)) return a == b;
    return std::abs(a - b) <= kRounding * std::max({1.0, std::abs(a), std::abs(b)});
}

std::string numberText(double value, bool inCommand) {
    constexpr double kMostWhole = 9e15;
    if (value == std::floor(value) && std::abs(value) < kMostWhole) {
        const auto whole = static_cast<std::int64_t>(value);
        if (inCommand) return fmt::format("{}", whole);
        return (whole < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(whole < 0 ? -whole : whole));
    }
    return inCommand ? fmt::format("{}", value) : fmt::format("{:.4g}", value);
}

} // namespace lanescope::lessons
