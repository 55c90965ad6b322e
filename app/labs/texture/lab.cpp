// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/pictures/test_images.h"
#include "kit/result_objects.h"
#include "kit/words/readings.h"
#include "labs/texture/model.h"
#include "labs/texture/words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <numbers>

namespace lanescope::lab_texture {

using namespace kit;
using recording::AddressMode;

const WordsFor<AddressMode> kAddresses{{AddressMode::Wrap, "wrap"},
                                       {AddressMode::Clamp, "clamp"},
                                       {AddressMode::Mirror, "mirror"},
                                       {AddressMode::Border, "border"}};

const WordsFor<recording::FilterMode> kFilters{{recording::FilterMode::Point, "point"},
                                               {recording::FilterMode::Linear, "linear"}};
const WordsFor<recording::TexelFormat> kTexels{{recording::TexelFormat::Rgba8, "8-bit"},
                                               {recording::TexelFormat::Rgba32f, "float"}};

/// A picture turned about its centre: every pixel is fetched through the texture unit.
class Texture final : public Lab,
                      public HasSubject,
                      public HasSweep,
                      public Clickable,
                      public Shrinkable,
                      public HasIdleParameters,
                      public HasMovingParameter {
public:
    File image{this, "image", "landscape", builtInPictures(), "the picture: a built-in one or a PNG file"};
    Real angle{this, "angle", 30,
               -360, 360,     "degrees by which the picture is rotated, at the start when it is animated"};
    Toggle animate{this, "animate", true, "the angle grows by 20 degrees per second"};
    Real scale{this, "scale", 1, 0.05, 20, "2 shows the picture twice as large"};
    ChoiceOf<AddressMode> address{this, "address", AddressMode::Border, kAddresses,
                                  "what lies beyond the picture's edges"};
    ChoiceOf<recording::FilterMode> filter{this, "filter", recording::FilterMode::Linear, kFilters,
                                           "point: one texel; linear: four, mixed by distance"};
    Toggle normalized{this, "normalized", true, "coordinates run from 0 to 1, not over the texels"};
    ChoiceOf<recording::TexelFormat> element{this, "element", recording::TexelFormat::Rgba8, kTexels,
                                             "a texel: four bytes read as 0 to 1, or four floats"};
    Integer size{this, "size", 512, 16, 4096, "width and height of the result", Integer::Scale::PowerOfTwo};
    Choice block{this, "block", "32x8", blockShapes(),
                 "threads in a block; the shape decides which texels a warp reads"};
    WarpFocus warp{this, 535, 3, [this] { return threadsOver(size, size, shapeOf(block)); }};

    Texture() { underMore({&normalized, &element, &block}); }

    void record(Recorder& recorder) const override {
        const auto picture = findPicture(image.value());
        const auto texels = static_cast<std::uint32_t>(size.value());
        const recording::TexelFormat format = element.chosen();
        const bool floats = element.is(recording::TexelFormat::Rgba32f);
        const recording::ArrayDesc source{
            .width = static_cast<std::uint32_t>(picture->image.width),
            .height = static_cast<std::uint32_t>(picture->image.height),
            .format = format,
        };
        const Image result = recorder.resultImage("result", {texels, texels, format});
        recording::Sampler sampler;
        sampler.address.fill(address.chosen());
        sampler.filter = filter.chosen();
        sampler.normalizedCoordinates = normalized;
        sampler.readNormalizedFloat = !floats;
        const Image texture = recorder.texture("image", source, texelsOf(*picture, floats), sampler);
        const model::Dim3 threads = shapeOf(block);
        recorder.options().focus = warp.focus();
        recorder.launch(floats ? "texture.transformKernelFloat" : "texture.transformKernel",
                        gridOver(size, size, threads), threads, 0, result, texture, size.value(),
                        size.value(), picture->image.width, picture->image.height,
                        static_cast<float>(degrees(animate ? recorder.time() : 0) * std::numbers::pi / 180),
                        static_cast<float>(scale), normalized ? 1 : 0);
    }

    void draw(const Frame& frame, render::Canvas& canvas) const override {
        const auto& shown = frame.shown;
        drawResult(frame, canvas, shown ? &*shown : nullptr);
        if (!shown)
            return drawNothing(canvas, frame.right, tr("This warp computes no pixel: choose another."));
        const bool fetch = shown->access->space == model::Space::Texture &&
                           shown->access->operation == model::Operation::Load;
        const Heading heading{
            .title = fetch ? tr("Which texels the warp reads") : tr("Where the warp's pixels go"),
            .subtitle = fetch ? fetchRule(*shown, degrees(frame.result.observedTime), animate)
                              : tr("each lane stores one pixel of the result"),
            .expression = sourceText(*shown),
        };
        render::Rect rest = drawHeading(canvas, frame.right, heading, &*shown);
        rest = drawConclusion(canvas, rest, conclusionText(frame, *shown, degrees(frame.result.observedTime)),
                              canvas.theme().dim);
        if (fetch)
            drawTexels(canvas, frame, rest, *shown, findPicture(image.value()).get());
        else if (shown->access->footprint)
            drawWarpMap(canvas, frame, rest, *shown);
    }

    void readout(const Frame& frame, Panel& panel) const override {
        const auto& shown = frame.shown;
        if (!shown) return panel.note(tr("The chosen warp computes no pixel."));
        panel.reading(readMoved(frame, *shown));
        panel.accessTable(*shown);
        if (isSubject(*shown->launch, *shown->access))
            panel.suggestions(tr("Try another block"),
                              shapesFor(frame, *shown, turnAt(frame.result.observedTime), block.value()));
        panel.note(tr("Arrays are laid out in tiles of 16 bytes by two rows, a sector each: documented for "
                      "older GPUs, and what an H200 counts. Four lanes ask L1 together, so more sectors are "
                      "requested than moved. In the whole run, requested counts one texel per lane."));
        panel.runTable();
        panel.source(*shown->launch);
    }

    bool isSubject(const LaunchResult&, const model::WarpAccess& access) const override {
        return access.operation == model::Operation::Load;
    }
    std::optional<Sweep> sweep() const override {
        return Sweep{
            .parameter = "angle",
            .first = "0",
            .last = "180",
            .step = "15",
            .metric = "efficiency",
            .title = tr("bytes requested / bytes moved, by angle: above 1, lanes share sectors"),
        };
    }
    bool picked(const render::Pick& pick) override { return warp.picked(pick); }
    std::string shrinkTo(std::size_t bytes) override {
        const std::size_t pixel = element.is(recording::TexelFormat::Rgba32f) ? 16 : 4;
        size.assign(sizeWithin(bytes, pixel, size));
        return fmt::format("size={}", size.value());
    }
    std::string idle(const Parameter& parameter, const model::Architecture&) const override {
        if (&parameter == &address && !normalized &&
            (address.is(AddressMode::Wrap) || address.is(AddressMode::Mirror)))
            return tr("wrap and mirror need normalized coordinates; this is clamp");
        return {};
    }

    std::optional<double> movedTo(const Parameter& parameter, double time) const override {
        if (&parameter != &angle || !animate) return std::nullopt;
        return degrees(time);
    }

private:
    double degrees(double time) const { return degreesAt(angle, animate, time); }

    Turn turnAt(double time) const {
        return {
            .degrees = degrees(time),
            .scale = scale,
            .size = size,
            .linear = filter.is(recording::FilterMode::Linear),
        };
    }

    void drawResult(const Frame& frame, render::Canvas& canvas, const ShownAccess* shown) const {
        const ResultObject* object = frame.result.object("result");
        if (!object || !textureOf(*object) || frame.left.width < 40) return;
        const render::Rect rest = drawResultHeading(
            canvas, frame, *object, shown, tr("The kernel rotates the picture, OpenGL draws it"),
            tr("{0} x {0} pixels", size.value()), tr("Click to look at another block."));
        drawImageResult(canvas, frame, rest, *object, shown);
    }
};

const Registered<Texture> kTexture{{
    .name = "texture",
    .chapter = "See the kernel draw",
    .summary = "A kernel rotates a picture through a texture object; the texels that a warp reads lie along "
               "a slanted line.",
    .title = "Rotating a picture",
    .place = 20,
    .move = "angle, filter, address mode, block shape, any PNG",
    .see = "a picture that a kernel turns through a texture object, and the texels each warp reads",
    .terms = "cache, filter, surface",
}};

} // namespace lanescope::lab_texture
