// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/gl.h"

#include "embedded/shader_library.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <vector>

namespace lanescope::render {
namespace {

const char* errorName(GLenum error) {
    switch (error) {
    case GL_INVALID_ENUM:
        return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
        return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
        return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
        return "GL_OUT_OF_MEMORY";
    case GL_CONTEXT_LOST:
        return "GL_CONTEXT_LOST";
    default:
        return "unknown OpenGL error";
    }
}

void label(GLenum kind, unsigned id, std::string_view text) {
    glObjectLabel(kind, id, static_cast<GLsizei>(text.size()), text.data());
}

void GLAPIENTRY onDebugMessage(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                               const GLchar* message, const void*) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || type == GL_DEBUG_TYPE_PERFORMANCE ||
        type == GL_DEBUG_TYPE_OTHER)
        return;
    static std::mutex mutex;
    static std::set<std::pair<GLenum, GLuint>> seen;
    const std::scoped_lock lock(mutex);
    if (!seen.insert({source, id}).second) return;
    const std::string_view text(message, length < 0 ? std::char_traits<char>::length(message)
                                                    : static_cast<std::size_t>(length));
    fmt::print(stderr, "OpenGL: {}\n", text);
}

struct Format {
    GLenum internal, external, type;
    std::size_t bytes;
};
Format formatOf(PixelFormat format) {
    switch (format) {
    case PixelFormat::R8:
        return {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1};
    case PixelFormat::Rgba8:
        return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
    case PixelFormat::R32f:
        return {GL_R32F, GL_RED, GL_FLOAT, 4};
    case PixelFormat::Rgba32f:
        return {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16};
    case PixelFormat::Depth:
        break;
    }
    return {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, 4};
}

unsigned createBuffer() {
    unsigned id = 0;
    glCreateBuffers(1, &id);
    return id;
}
unsigned createTexture(bool multisample) {
    unsigned id = 0;
    glCreateTextures(multisample ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D, 1, &id);
    return id;
}
unsigned createSampler() {
    unsigned id = 0;
    glCreateSamplers(1, &id);
    return id;
}
unsigned createFramebuffer() {
    unsigned id = 0;
    glCreateFramebuffers(1, &id);
    return id;
}
unsigned createVertexArray() {
    unsigned id = 0;
    glCreateVertexArrays(1, &id);
    return id;
}

/// Errors pending from before belong to someone else; without a context the loop would never end.
void clearErrors() {
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
    }
}

std::string shaderLog(unsigned shader) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    GLsizei written = 0;
    glGetShaderInfoLog(shader, length, &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

std::string numbered(std::string_view source) {
    std::string text;
    int line = 1;
    while (!source.empty()) {
        const auto end = std::min(source.find('\n'), source.size());
        text += fmt::format("{:4} {}\n", line++, source.substr(0, end));
        source.remove_prefix(std::min(end + 1, source.size()));
    }
    return text;
}

struct Shader {
    unsigned id;
    explicit Shader(GLenum stage) : id(glCreateShader(stage)) {}
    ~Shader() { glDeleteShader(id); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    void compile(std::string_view name, std::string_view stage, std::string_view source) const {
        const char* text = source.data();
        const auto length = static_cast<GLint>(source.size());
        glShaderSource(id, 1, &text, &length);
        glCompileShader(id);
        GLint done = 0;
        glGetShaderiv(id, GL_COMPILE_STATUS, &done);
        if (!done)
            throw GlError(fmt::format("shader {}: the {} shader does not compile: {}\n{}", name, stage,
                                      shaderLog(id), numbered(source)));
    }
};

std::string shaderText(const std::string& path) {
#ifdef LANESCOPE_SHADER_ROOT
    if (std::ifstream file(LANESCOPE_SHADER_ROOT "/" + path, std::ios::binary); file)
        return std::string(std::istreambuf_iterator<char>(file), {});
#endif
    for (const auto& file : shaders::files())
        if (file.path == path) return std::string(file.text);
    throw GlError(fmt::format("{} is not among the embedded shaders", path));
}

} // namespace

void loadGl(GlLoader loader) {
    const int version = gladLoadGL(loader);
    if (version == 0) throw GlError("OpenGL could not be loaded: is a context current?");
    if (version < GLAD_MAKE_VERSION(4, 5))
        throw GlError(fmt::format("OpenGL 4.5 is needed, but {} gives {}.{}; install a newer graphics driver",
                                  glInfo().renderer, GLAD_VERSION_MAJOR(version),
                                  GLAD_VERSION_MINOR(version)));
    if constexpr (kDebugsGl) {
        glEnable(GL_DEBUG_OUTPUT);
        glDebugMessageCallback(onDebugMessage, nullptr);
    }
}

void checkError(std::string_view where) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    clearErrors();
    throw GlError(fmt::format("{} during {}", errorName(error), where));
}

GlInfo glInfo() {
    const auto text = [](GLenum name) {
        const auto* value = reinterpret_cast<const char*>(glGetString(name));
        return std::string(value ? value : "");
    };
    GlInfo info{text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION), false};
    info.software = info.renderer.find("llvmpipe") != std::string::npos ||
                    info.renderer.find("softpipe") != std::string::npos ||
                    info.renderer.find("swrast") != std::string::npos;
    return info;
}

void destroyGlObject(GlKind kind, unsigned id) noexcept {
    switch (kind) {
    case GlKind::Buffer:
        glDeleteBuffers(1, &id);
        break;
    case GlKind::Texture:
        glDeleteTextures(1, &id);
        break;
    case GlKind::Sampler:
        glDeleteSamplers(1, &id);
        break;
    case GlKind::Framebuffer:
        glDeleteFramebuffers(1, &id);
        break;
    case GlKind::VertexArray:
        glDeleteVertexArrays(1, &id);
        break;
    case GlKind::Program:
        glDeleteProgram(id);
        break;
    }
}

Buffer::Buffer(std::string_view name, std::size_t bytes, const void* data)
    : GlObject(createBuffer()), m_bytes(bytes) {
    label(GL_BUFFER, id(), name);
    clearErrors();
    glNamedBufferStorage(id(), static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 1)), data,
                         GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw GlError(fmt::format("{} for the buffer {} of {} bytes", errorName(error), name, bytes));
    if (!data) {
        const unsigned char zero = 0;
        glClearNamedBufferData(id(), GL_R8, GL_RED, GL_UNSIGNED_BYTE, &zero);
    }
}

void Buffer::write(std::size_t offset, const void* data, std::size_t bytes) {
    if (offset > m_bytes || bytes > m_bytes - offset) throw GlError("write beyond the end of a buffer");
    glNamedBufferSubData(id(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), data);
}

void Buffer::read(std::size_t offset, void* data, std::size_t bytes) const {
    if (offset > m_bytes || bytes > m_bytes - offset) throw GlError("read beyond the end of a buffer");
    glGetNamedBufferSubData(id(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), data);
}

Texture::Texture(std::string_view name, int width, int height, PixelFormat format, int samples)
    : GlObject(createTexture(samples > 1)), m_width(width), m_height(height), m_format(format) {
    label(GL_TEXTURE, id(), name);
    clearErrors();
    if (samples > 1) {
        glTextureStorage2DMultisample(id(), samples, formatOf(format).internal, width, height, GL_TRUE);
    } else {
        glTextureStorage2D(id(), 1, formatOf(format).internal, width, height);
        glTextureParameteri(id(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTextureParameteri(id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        filter(true);
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw GlError(
            fmt::format("{} for the texture {} of {} x {} pixels", errorName(error), name, width, height));
}

void Texture::write(int x, int y, int width, int height, const void* data) {
    const auto format = formatOf(m_format);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(id(), 0, x, y, width, height, format.external, format.type, data);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void Texture::read(void* data, std::size_t bytes) const {
    const auto format = formatOf(m_format);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTextureImage(id(), 0, format.external, format.type, static_cast<GLsizei>(bytes), data);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
}

void Texture::filter(bool nearest) {
    glTextureParameteri(id(), GL_TEXTURE_MIN_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
    glTextureParameteri(id(), GL_TEXTURE_MAG_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
}

Sampler::Sampler(std::string_view name, bool nearest) : GlObject(createSampler()) {
    label(GL_SAMPLER, id(), name);
    const GLint filter = nearest ? GL_NEAREST : GL_LINEAR;
    glSamplerParameteri(id(), GL_TEXTURE_MIN_FILTER, filter);
    glSamplerParameteri(id(), GL_TEXTURE_MAG_FILTER, filter);
    glSamplerParameteri(id(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(id(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

Framebuffer::Framebuffer(std::string_view name, const Texture& color, const Texture* depth)
    : GlObject(createFramebuffer()) {
    label(GL_FRAMEBUFFER, id(), name);
    glNamedFramebufferTexture(id(), GL_COLOR_ATTACHMENT0, color.id(), 0);
    if (depth) glNamedFramebufferTexture(id(), GL_DEPTH_ATTACHMENT, depth->id(), 0);
    if (const GLenum status = glCheckNamedFramebufferStatus(id(), GL_FRAMEBUFFER);
        status != GL_FRAMEBUFFER_COMPLETE)
        throw GlError(fmt::format("the framebuffer {} is incomplete (status 0x{:x})", name, status));
}

void Framebuffer::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, id());
}

VertexArray::VertexArray(std::string_view name, std::initializer_list<Attribute> attributes)
    : GlObject(createVertexArray()) {
    label(GL_VERTEX_ARRAY, id(), name);
    for (const auto& a : attributes) {
        glEnableVertexArrayAttrib(id(), a.location);
        glVertexArrayAttribBinding(id(), a.location, a.binding);
        switch (a.type) {
        case Attribute::Type::Float:
            glVertexArrayAttribFormat(id(), a.location, a.components, GL_FLOAT, GL_FALSE, a.offsetBytes);
            break;
        case Attribute::Type::UnsignedByteNormalized:
            glVertexArrayAttribFormat(id(), a.location, a.components, GL_UNSIGNED_BYTE, GL_TRUE,
                                      a.offsetBytes);
            break;
        case Attribute::Type::UnsignedInt:
            glVertexArrayAttribIFormat(id(), a.location, a.components, GL_UNSIGNED_INT, a.offsetBytes);
            break;
        }
    }
}

void VertexArray::attach(unsigned binding, const GlObject<GlKind::Buffer>& buffer, std::size_t offset,
                         unsigned stride, unsigned divisor) {
    attach(binding, buffer.id(), offset, stride, divisor);
}

void VertexArray::attach(unsigned binding, unsigned buffer, std::size_t offset, unsigned stride,
                         unsigned divisor) {
    glVertexArrayVertexBuffer(id(), binding, buffer, static_cast<GLintptr>(offset),
                              static_cast<GLsizei>(stride));
    glVertexArrayBindingDivisor(id(), binding, divisor);
}

void VertexArray::indices(const GlObject<GlKind::Buffer>& buffer) {
    glVertexArrayElementBuffer(id(), buffer.id());
}

Program::Program(std::string_view name, std::string_view vertexSource, std::string_view fragmentSource)
    : GlObject(glCreateProgram()) {
    label(GL_PROGRAM, id(), name);
    const Shader vertex(GL_VERTEX_SHADER), fragment(GL_FRAGMENT_SHADER);
    vertex.compile(name, "vertex", vertexSource);
    fragment.compile(name, "fragment", fragmentSource);
    glAttachShader(id(), vertex.id);
    glAttachShader(id(), fragment.id);
    glLinkProgram(id());
    glDetachShader(id(), vertex.id);
    glDetachShader(id(), fragment.id);
    GLint done = 0;
    glGetProgramiv(id(), GL_LINK_STATUS, &done);
    if (!done) {
        char log[4096] = {};
        glGetProgramInfoLog(id(), sizeof log, nullptr, log);
        throw GlError(fmt::format("shader {} does not link: {}", name, log));
    }
}

Program Program::fromShaders(std::string_view name) {
    const auto path = fmt::format("shaders/{}", name);
    return Program(name, shaderText(path + ".vert"), shaderText(path + ".frag"));
}

int Program::uniform(const char* name) const {
    return glGetUniformLocation(id(), name);
}

} // namespace lanescope::render
