// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/output/picture_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::shell {

class GifWriter;

/// Pictures that follow one another, as the name of the file ends: .png and .svg become FILE-1 and so on,
/// .pdf has pages, .gif and .webm move.
class Film {
public:
    /// Whether its name ends as that of a file that this can write.
    static bool isFormat(const std::string& path);
    /// seconds: how long each picture is seen. Throws BadInput for another ending, OutputError where nothing
    /// can be written, and Error when a program that it needs is missing.
    explicit Film(std::string path, double seconds = 0.9);
    ~Film();
    Film(const Film&) = delete;
    Film& operator=(const Film&) = delete;

    /// Whether the pictures have to have their shapes.
    bool wantsVectors() const;
    /// number: 0 the first. Throws ImageError.
    void add(Picture&& picture, int number, int count);
    /// Those that it has written, or writes in the end.
    const std::vector<std::string>& files() const { return m_files; }
    /// What has not been written yet. Throws ImageError, Error.
    void finish();

private:
    enum class Kind : std::uint8_t { Files, Pages, Gif, WebM };
    std::string fileOf(int number, int count) const;

    std::string m_path, m_program;
    std::vector<std::string> m_files;
    double m_seconds;
    Kind m_kind = Kind::Files;
    std::unique_ptr<GifWriter> m_gif;
    std::string m_pngs; ///< one after the other, for the encoder
    std::vector<render::Drawing> m_pages;
    render::TextChunks m_stamp;
};

} // namespace lanescope::shell
