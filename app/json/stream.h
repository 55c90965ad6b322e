// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "json/fields.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::json {

/// Writes a document piece by piece, as textOf() would write it as a whole: what is large never is in memory
/// all at once. Objects and lists that were begun have to be ended, and finish() comes last.
class Stream {
public:
    /// write: takes the text, a piece at a time.
    explicit Stream(std::function<void(std::string_view)> write) : m_write(std::move(write)) {}

    void beginObject();
    void beginList();
    /// The object or list that was begun last.
    void end();
    /// Of the value that follows, in an object.
    void name(std::string_view name);
    void value(const Json& value);
    /// What value() would write of it here, and writes it: of what comes again and again it is made once.
    std::string textOf(const Json& value) const;
    void written(std::string_view text);
    void field(std::string_view name, const Json& value);
    /// The fields of an object, each as one of the object that was begun last.
    void fields(const Json& object);
    /// After the end of the document: a line break, and all that is still to be written.
    void finish();

private:
    struct Level {
        char closes = '}';
        bool isEmpty = true;
    };
    void begin(char opens, char closes);
    void beginValue();
    void breakLine();
    void flush();

    std::function<void(std::string_view)> m_write;
    std::vector<Level> m_levels;
    bool m_isNamed = false; ///< the value that follows has its name already
    std::string m_text;     ///< that is still to be written
};

/// A document of a stream as one text; write(stream) writes it.
template<class Write>
std::string streamed(const Write& write) {
    std::string text;
    Stream stream([&](std::string_view piece) { text += piece; });
    write(stream);
    stream.finish();
    return text;
}

} // namespace lanescope::json
