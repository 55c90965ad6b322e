// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/choice_words.h"

#include "text/tr.h"

#include <algorithm>
#include <array>

namespace lanescope::kit {

namespace {

/// The words of all labs, each with its parameter: one word means different things.
constexpr std::array kChoices{
    translatable("layout=float4"),
    translatable("layout=float3"),
    translatable("layout=soa"),
    translatable("layout=aos"),
    translatable("layout=aosoa"),
    translatable("image=landscape"),
    translatable("image=checker"),
    translatable("image=rings"),
    translatable("image=text"),
    translatable("address=wrap"),
    translatable("address=clamp"),
    translatable("address=mirror"),
    translatable("address=border"),
    translatable("filter=point"),
    translatable("filter=linear"),
    translatable("element=8-bit"),
    translatable("kernel=vector"),
    translatable("kernel=matrix"),
    translatable("kernel=matrix-by-column"),
    translatable("kernel=volume"),
    translatable("kernel=branch"),
    translatable("kernel=data"),
    translatable("kernel=gathered"),
    translatable("kernel=loop"),
    translatable("order=mixed"),
    translatable("order=sorted"),
    translatable("kernel=follow"),
    translatable("kernel=compute"),
    translatable("stream=implicit"),
    translatable("stream=named"),
    translatable("stream=fire-and-forget"),
    translatable("stream=tail"),
    translatable("start=at-launch"),
    translatable("start=after-parent"),
    translatable("pointer=global"),
    translatable("pointer=shared"),
    translatable("pointer=local"),
    translatable("kernel=offset"),
    translatable("kernel=stride"),
    translatable("access=position"),
    translatable("access=all"),
    translatable("memory=packed"),
    translatable("memory=pitched"),
    translatable("memory=3D"),
    translatable("memory=constant"),
    translatable("memory=global"),
    translatable("memory=shared"),
    translatable("memory=texture"),
    translatable("pattern=uniform"),
    translatable("pattern=few"),
    translatable("pattern=per-lane"),
    translatable("contents=sine"),
    translatable("contents=ramp"),
    translatable("op=load"),
    translatable("op=store"),
    translatable("op=atomic"),
    translatable("mask=first"),
    translatable("mask=even"),
    translatable("mask=odd"),
    translatable("mask=random"),
    translatable("broadcast-choice=fixed"),
    translatable("broadcast-choice=best"),
    translatable("broadcast-choice=worst"),
    translatable("read=halves"),
    translatable("variant=copy"),
    translatable("variant=naive"),
    translatable("variant=tiled"),
    translatable("variant=padded"),
    translatable("variant=swizzled"),
    translatable("variant=global"),
    translatable("variant=shared"),
    translatable("variant=warp"),
    translatable("variant=interleaved"),
    translatable("variant=strided"),
    translatable("variant=sequential"),
    translatable("variant=shuffle"),
    translatable("adds=value"),
    translatable("direction=h2d"),
    translatable("direction=d2h"),
    translatable("direction=d2d"),
    translatable("direction=both"),
    translatable("memory=pageable"),
    translatable("memory=page-locked"),
    translatable("memory=write-combining"),
    translatable("memory=mapped"),
    translatable("memory=registered"),
    translatable("order=depth-first"),
    translatable("order=breadth-first"),
    translatable("engines=as-CC"),
    translatable("engines=none"),
    translatable("engines=one"),
    translatable("engines=two"),
    translatable("between=none"),
    translatable("between=page-locked-malloc"),
    translatable("between=malloc"),
    translatable("between=memset"),
    translatable("between=device-copy"),
    translatable("between=default-stream"),
    translatable("between=cache-switch"),
    translatable("between=stream-query"),
    translatable("callback=none"),
    translatable("callback=behind-kernel"),
    translatable("callback=behind-copy-out"),
    translatable("mistake=too-many-threads"),
    translatable("mistake=too-much-shared"),
    translatable("mistake=late-error"),
    translatable("mistake=out-of-bounds"),
    translatable("mistake=race"),
    translatable("mistake=barrier"),
    translatable("mistake=uninitialised"),
};

} // namespace

std::string_view meaningOfChoice(std::string_view parameter, std::string_view word) {
    const auto isIt = [&](std::string_view each) {
        return each.size() == parameter.size() + 1 + word.size() && each.starts_with(parameter) &&
               each[parameter.size()] == '=' && each.ends_with(word);
    };
    const auto found = std::ranges::find_if(kChoices, isIt);
    if (found == kChoices.end()) return {};
    const std::string_view meaning = tr(std::string_view(*found));
    return meaning == *found ? std::string_view() : meaning;
}

} // namespace lanescope::kit
