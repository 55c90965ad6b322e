// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::render {

/// A failure of OpenGL: what was asked, of which object, and the driver's own words.
class GlError : public Error {
public:
    using Error::Error;
};

/// Looks up a function of OpenGL by name.
using GlLoader = void (*(*)(const char*))();
/// Whether contexts are to be made for debugging: in builds with assertions.
#ifdef NDEBUG
inline constexpr bool kDebugsGl = false;
#else
inline constexpr bool kDebugsGl = true;
#endif
/// Loads OpenGL's functions for the current context. Throws GlError when it has less than 4.5 core. Where
/// kDebugsGl, the driver's errors and undefined behaviour go to standard error, each message once.
void loadGl(GlLoader loader);
/// Throws GlError if an OpenGL error is pending, naming where; for tests and the end of a frame.
void checkError(std::string_view where);
/// What the current context says of itself.
struct GlInfo {
    std::string vendor, renderer, version;
    bool software = false; ///< Mesa's llvmpipe or softpipe
};
GlInfo glInfo();

enum class GlKind : std::uint8_t { Buffer, Texture, Sampler, Framebuffer, VertexArray, Program };
/// Destroys an object of the current context.
void destroyGlObject(GlKind kind, unsigned id) noexcept;

/// A move-only OpenGL object; empty when default made, moved from or released.
template<GlKind Kind>
class GlObject {
public:
    GlObject() = default;
    GlObject(GlObject&& other) noexcept : m_id(std::exchange(other.m_id, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        if (this != &other) {
            reset();
            m_id = std::exchange(other.m_id, 0);
        }
        return *this;
    }
    ~GlObject() { reset(); }
    /// OpenGL's name; 0 when empty.
    unsigned id() const { return m_id; }
    explicit operator bool() const { return m_id != 0; }
    /// Gives the name away; the caller destroys it.
    unsigned release() { return std::exchange(m_id, 0); }
    void reset() noexcept {
        if (m_id != 0) destroyGlObject(Kind, std::exchange(m_id, 0));
    }

protected:
    explicit GlObject(unsigned id) : m_id(id) {}

private:
    unsigned m_id = 0;
};

/// Bytes in OpenGL's memory.
class Buffer : public GlObject<GlKind::Buffer> {
public:
    Buffer() = default;
    /// Of a fixed size, zeroed unless data is given, writable by write(). Throws GlError when it does not
    /// fit.
    Buffer(std::string_view label, std::size_t bytes, const void* data = nullptr);
    std::size_t bytes() const { return m_bytes; }
    void write(std::size_t offset, const void* data, std::size_t bytes);
    void read(std::size_t offset, void* data, std::size_t bytes) const;

private:
    std::size_t m_bytes = 0;
};

enum class PixelFormat : std::uint8_t { R8, Rgba8, R32f, Rgba32f, Depth };

/// A two-dimensional texture of one level.
class Texture : public GlObject<GlKind::Texture> {
public:
    Texture() = default;
    /// samples above 1 makes it a multisample one, to draw into only. Throws GlError when it does not fit.
    Texture(std::string_view label, int width, int height, PixelFormat format, int samples = 1);
    int width() const { return m_width; }
    int height() const { return m_height; }
    PixelFormat format() const { return m_format; }
    /// Tightly packed rows, the first at y.
    void write(int x, int y, int width, int height, const void* data);
    void read(void* data, std::size_t bytes) const;
    /// Nearest or bilinear, clamped to the edge.
    void filter(bool nearest);

private:
    int m_width = 0, m_height = 0;
    PixelFormat m_format = PixelFormat::Rgba8;
};

/// How a texture is read, whatever its own parameters: clamped to the edge.
class Sampler : public GlObject<GlKind::Sampler> {
public:
    Sampler() = default;
    Sampler(std::string_view label, bool nearest);
};

class Framebuffer : public GlObject<GlKind::Framebuffer> {
public:
    Framebuffer() = default;
    /// Draws into these textures, which must outlive it; depth may be null. Throws GlError when incomplete.
    Framebuffer(std::string_view label, const Texture& color, const Texture* depth = nullptr);
    void bind() const;
};

/// One vertex attribute of floats (or of normalized bytes) in a buffer bound to a binding point.
struct Attribute {
    unsigned location = 0, binding = 0;
    int components = 4;
    unsigned offsetBytes = 0;
    enum class Type : std::uint8_t { Float, UnsignedByteNormalized, UnsignedInt } type = Type::Float;
};

class VertexArray : public GlObject<GlKind::VertexArray> {
public:
    VertexArray() = default;
    VertexArray(std::string_view label, std::initializer_list<Attribute> attributes);
    /// divisor 1: one element an instance.
    void attach(unsigned binding, const GlObject<GlKind::Buffer>& buffer, std::size_t offset, unsigned stride,
                unsigned divisor = 0);
    void attach(unsigned binding, unsigned buffer, std::size_t offset, unsigned stride, unsigned divisor = 0);
    void indices(const GlObject<GlKind::Buffer>& buffer);
};

/// A vertex and a fragment shader, linked.
class Program : public GlObject<GlKind::Program> {
public:
    Program() = default;
    /// Throws GlError with the compiler's log and the source lines it speaks of.
    Program(std::string_view label, std::string_view vertexSource, std::string_view fragmentSource);
    /// From shaders/NAME.vert and shaders/NAME.frag: the embedded text, or in dev builds the file on disk.
    static Program fromShaders(std::string_view name);
    /// The location of a uniform; -1 where the shader does not use it.
    int uniform(const char* name) const;
};

} // namespace lanescope::render
