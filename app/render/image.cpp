// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/image.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope::render {
namespace {

/// What libpng's callbacks need: where errors go, and the bytes.
struct Stream {
    std::string error;
    std::FILE* file = nullptr;
    std::string* written = nullptr;
};

// libpng leaves by longjmp: everything with a destructor lives in the callers of the functions that set the
// jump.
[[noreturn]] void onError(png_structp png, png_const_charp message) {
    static_cast<Stream*>(png_get_error_ptr(png))->error = message;
    png_longjmp(png, 1);
}
void onWarning(png_structp, png_const_charp) {}

void onRead(png_structp png, png_bytep data, std::size_t bytes) {
    auto* stream = static_cast<Stream*>(png_get_io_ptr(png));
    if (std::fread(data, 1, bytes, stream->file) != bytes) png_error(png, "the file ends too early");
}
void onWrite(png_structp png, png_bytep data, std::size_t bytes) {
    static_cast<Stream*>(png_get_io_ptr(png))->written->append(reinterpret_cast<const char*>(data), bytes);
}
void onFlush(png_structp) {}

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

struct Reader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};
struct Writer {
    png_structp png = nullptr;
    png_infop info = nullptr;
    ~Writer() { png_destroy_write_struct(&png, &info); }
};

bool readHeader(Reader& reader, std::uint32_t& width, std::uint32_t& height) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_set_sig_bytes(reader.png, 8);
    png_read_info(reader.png, reader.info);
    width = png_get_image_width(reader.png, reader.info);
    height = png_get_image_height(reader.png, reader.info);
    return true;
}

bool readRows(Reader& reader, png_bytep* rows) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_set_expand(reader.png);
    png_set_scale_16(reader.png);
    png_set_gray_to_rgb(reader.png);
    png_set_add_alpha(reader.png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    png_read_image(reader.png, rows);
    png_read_end(reader.png, reader.info);
    return true;
}

/// Text may stand after the pixels, so those are read too, a row at a time into one buffer.
bool skipRows(Reader& reader, png_bytep row, std::uint32_t height) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    const int passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    for (int pass = 0; pass < passes; ++pass)
        for (std::uint32_t y = 0; y < height; ++y) png_read_row(reader.png, row, nullptr);
    png_read_end(reader.png, reader.info);
    return true;
}

struct OpenPng {
    File file;
    Stream stream;
    Reader reader;
    std::uint32_t width = 0, height = 0;
};

std::unique_ptr<OpenPng> openPng(const std::string& path) {
    auto open = std::make_unique<OpenPng>();
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) throw ImageError(fmt::format("{}: {}", path, std::strerror(errno)));
    if (!S_ISREG(status.st_mode)) throw ImageError(fmt::format("{}: not a file", path));
    open->file.reset(std::fopen(path.c_str(), "rb"));
    if (!open->file) throw ImageError(fmt::format("{}: {}", path, std::strerror(errno)));
    unsigned char signature[8] = {};
    if (std::fread(signature, 1, sizeof signature, open->file.get()) != sizeof signature ||
        png_sig_cmp(signature, 0, sizeof signature) != 0)
        throw ImageError(fmt::format("{}: not a PNG picture", path));
    open->stream.file = open->file.get();
    open->reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &open->stream, onError, onWarning);
    open->reader.info = png_create_info_struct(open->reader.png);
    png_set_read_fn(open->reader.png, &open->stream, onRead);
    // Larger ones are to be refused by our own message, which names the size.
    png_set_user_limits(open->reader.png, 0x7fffffff, 0x7fffffff);
    if (!readHeader(open->reader, open->width, open->height))
        throw ImageError(fmt::format("{}: damaged PNG: {}", path, open->stream.error));
    if (open->width > kMaxImageSize || open->height > kMaxImageSize)
        throw ImageError(fmt::format("{}: {} x {} pixels; at most {} x {} are read", path, open->width,
                                     open->height, kMaxImageSize, kMaxImageSize));
    return open;
}

TextChunks textOf(const Reader& reader) {
    TextChunks chunks;
    png_textp text = nullptr;
    const int count = png_get_text(reader.png, reader.info, &text, nullptr);
    for (int i = 0; i < count; ++i)
        chunks[text[i].key] = text[i].text ? std::string(text[i].text) : std::string();
    return chunks;
}

bool encode(Writer& writer, int width, int height, png_bytep* rows, png_textp text, int textCount) {
    if (setjmp(png_jmpbuf(writer.png))) return false;
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
                 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer.png, writer.info, PNG_sRGB_INTENT_PERCEPTUAL);
    // Pictures of flat colours: level 6 gains two per cent over 3 for twice the time.
    png_set_compression_level(writer.png, 3);
    png_set_text(writer.png, writer.info, text, textCount);
    png_write_info(writer.png, writer.info);
    png_write_image(writer.png, rows);
    png_write_end(writer.png, writer.info);
    return true;
}

} // namespace

void takePixels(Image& into, const std::vector<std::uint8_t>& read, int width, int x, int y) {
    const std::size_t pitch = static_cast<std::size_t>(width) * 4;
    const std::size_t highest = read.size() / pitch - 1 - static_cast<std::size_t>(y);
    for (int row = 0; row < into.height; ++row)
        std::copy_n(read.data() + (highest - static_cast<std::size_t>(row)) * pitch +
                        static_cast<std::size_t>(x) * 4,
                    static_cast<std::size_t>(into.width) * 4, into.at(0, row));
    for (std::size_t i = 3; i < into.pixels.size(); i += 4) into.pixels[i] = 255;
}

Image readPng(const std::string& path) {
    const auto open = openPng(path);
    Image image(static_cast<int>(open->width), static_cast<int>(open->height));
    std::vector<png_bytep> rows(open->height);
    for (std::uint32_t y = 0; y < open->height; ++y) rows[y] = image.at(0, static_cast<int>(y));
    if (!readRows(open->reader, rows.data()))
        throw ImageError(fmt::format("{}: damaged PNG: {}", path, open->stream.error));
    return image;
}

TextChunks readPngText(const std::string& path) {
    const auto open = openPng(path);
    // Sixteen-bit RGBA is the widest row there is.
    std::vector<png_byte> row(static_cast<std::size_t>(open->width) * 8);
    if (!skipRows(open->reader, row.data(), open->height))
        throw ImageError(fmt::format("{}: damaged PNG: {}", path, open->stream.error));
    return textOf(open->reader);
}

std::string pngBytes(const Image& image, const TextChunks& text) {
    if (image.width < 1 || image.height < 1 ||
        image.pixels.size() != static_cast<std::size_t>(image.width) * image.height * 4)
        throw ImageError("an empty picture cannot be written");
    for (const auto& [key, value] : text)
        if (key.empty() || key.size() > 79)
            throw ImageError(fmt::format("the keyword '{}' must have 1 to 79 characters", key));
    std::string bytes;
    Stream stream;
    stream.written = &bytes;
    std::vector<png_bytep> rows(static_cast<std::size_t>(image.height));
    for (int y = 0; y < image.height; ++y)
        rows[static_cast<std::size_t>(y)] = const_cast<png_bytep>(image.at(0, y));
    std::vector<png_text> chunks;
    for (const auto& [key, value] : text) {
        png_text chunk{};
        const bool ascii = std::all_of(value.begin(), value.end(), [](char c) { return c >= 0; });
        chunk.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        chunk.key = const_cast<char*>(key.c_str());
        chunk.text = const_cast<char*>(value.c_str());
        chunk.text_length = ascii ? value.size() : 0;
        chunk.itxt_length = ascii ? 0 : value.size();
        chunks.push_back(chunk);
    }
    Writer writer;
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &stream, onError, onWarning);
    writer.info = png_create_info_struct(writer.png);
    png_set_write_fn(writer.png, &stream, onWrite, onFlush);
    if (!encode(writer, image.width, image.height, rows.data(), chunks.data(),
                static_cast<int>(chunks.size())))
        throw ImageError(stream.error);
    return bytes;
}

void writePng(const std::string& path, const Image& image, const TextChunks& text) {
    std::string bytes;
    try {
        bytes = pngBytes(image, text);
    } catch (const ImageError& failure) {
        throw ImageError(fmt::format("{}: {}", path, failure.what()));
    }
    writeFileAtomically(path, bytes);
}

void writeFileAtomically(const std::string& path, std::string_view bytes) {
    struct stat status {};
    const bool exists = stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) throw ImageError(fmt::format("{}: is a directory", path));
    const auto fail = [&path](int error) {
        return ImageError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
    };
    // A device or a pipe (/dev/stdout) cannot be replaced by a rename, only written.
    const bool direct = exists && !S_ISREG(status.st_mode);
    std::string target = direct ? path : path + ".XXXXXX";
    const int file = direct ? open(path.c_str(), O_WRONLY | O_CLOEXEC) : mkstemp(target.data());
    if (file < 0) throw fail(errno);
    int error = 0;
    while (!bytes.empty() && error == 0) {
        const auto written = write(file, bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (written == 0 || errno != EINTR)
            error = written == 0 ? EIO : errno;
    }
    if (!direct && error == 0) {
        // mkstemp makes the file private; give it what a plainly created one would have.
        const mode_t mask = umask(0);
        umask(mask);
        if (fchmod(file, exists ? status.st_mode & 07777 : 0666 & ~mask) != 0) error = errno;
    }
    if (close(file) != 0 && error == 0) error = errno;
    if (!direct && error == 0 && std::rename(target.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) {
        if (!direct) unlink(target.c_str());
        throw fail(error);
    }
}

} // namespace lanescope::render
