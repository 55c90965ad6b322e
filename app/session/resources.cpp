// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::session {

using recording::Contents;
using recording::Object;
using recording::Recording;

namespace {

bool isResult(const Object& object) {
    return object.kind == Object::Kind::ResultBuffer || object.kind == Object::Kind::ResultImage;
}

/// Whether what was made for one object serves the other; contents and samplers may differ.
bool serves(const Object& made, const Object& wanted) {
    return made.kind == wanted.kind && made.setup == wanted.setup && made.bytes == wanted.bytes &&
           made.rowBytes == wanted.rowBytes && made.rows == wanted.rows && made.array == wanted.array &&
           made.over == wanted.over && made.offset == wanted.offset && made.level == wanted.level &&
           (wanted.setup || made.sampler == wanted.sampler);
}

} // namespace

Resources::~Resources() {
    for (const auto& slot : m_slots) release(*slot);
}

void Resources::release(Slot& slot) {
    slot.shared.reset(); // before the object of OpenGL that it is about
    if (slot.handle) m_device.releaseTexture(std::exchange(slot.handle, 0));
    if (slot.object.kind == Object::Kind::Variable) slot.pointer = 0; // its module's
    if (slot.pointer) m_device.release(std::exchange(slot.pointer, 0));
    slot.array.reset();
    slot.result = {};
}

void Resources::clear() {
    for (const auto& slot : m_slots) release(*slot);
    m_slots.clear();
    m_bound.clear();
    m_shared.clear();
}

void Resources::clearAll() {
    clear();
    // What comes next, and its variables, lie where a program that has just started has them.
    if (m_device.watcher()) m_modules.clear();
}

void Resources::findSlots(const Recording& recording) {
    for (const auto& slot : m_slots) slot->used = false;
    m_bound.clear();
    for (std::uint32_t i = 0; i < recording.objects.size(); ++i) {
        const Object& object = recording.objects[i];
        const std::string_view name = recording.view(object.name), place = recording.place(i);
        const auto found = std::ranges::find_if(m_slots, [&](const auto& slot) {
            return !slot->used && slot->name == name && slot->place == place && serves(slot->object, object);
        });
        m_bound.push_back(found == m_slots.end() ? nullptr : found->get());
        if (m_bound.back()) m_bound.back()->used = true;
    }
}

void Resources::bind(const Recording& recording) {
    findSlots(recording);
    // Where addresses are the emulator's, they are those of a program that has just started: a picture is
    // drawn again from its link.
    if (m_device.watcher() && (std::ranges::count(m_bound, nullptr) > 0 || m_bound.size() < m_slots.size())) {
        clear();
        m_bound.assign(recording.objects.size(), nullptr);
    }
    // What is not asked for makes room for what is.
    std::erase_if(m_slots, [this](const auto& slot) {
        if (!slot->used) release(*slot);
        return !slot->used;
    });
    m_shared.clear();
    for (std::size_t i = 0; i < m_bound.size(); ++i) {
        const Object& object = recording.objects[i];
        if (!m_bound[i]) {
            m_slots.push_back(std::make_unique<Slot>());
            m_bound[i] = m_slots.back().get();
            m_bound[i]->name = recording.view(object.name);
            m_bound[i]->place = recording.place(static_cast<std::uint32_t>(i));
            m_bound[i]->object = object;
            m_bound[i]->used = true;
        }
        if (isResult(object)) makeResult(*m_bound[i]);
        if (m_bound[i]->shared) m_shared.push_back(m_bound[i]->shared.get());
    }
}

void Resources::makeResult(Slot& slot) {
    if (slot.result.bytes) return;
    const Object& object = slot.object;
    ResultObject result;
    result.name = slot.name;
    result.desc = object.array;
    if (m_graphics) {
        const bool buffer = object.kind == Object::Kind::ResultBuffer;
        result.graphics = buffer ? m_graphics->makeBuffer(slot.name, object.bytes)
                                 : m_graphics->makeTexture(slot.name, object.array);
        const unsigned name = result.graphics->name();
        slot.shared =
            buffer ? m_device.shareBuffer(name, object.bytes) : m_device.shareTexture(name, object.array);
        result.route = slot.shared->route();
        result.reason = slot.shared->reason();
    } else if (object.kind == Object::Kind::ResultBuffer) {
        slot.pointer = m_device.allocate(object.bytes, slot.name);
    } else {
        slot.array = m_device.createArray(object.array, {});
        slot.handle = m_device.createSurface(*slot.array);
    }
    result.bytes = object.bytes; // last: what failed half way is made again
    slot.result = std::move(result);
}

void Resources::fill(const Recording& recording) {
    if (recording::beginsAnew(recording))
        for (const Loaded& each : m_modules) each.module->beginAnew();
    loadOthers(recording);
    for (std::size_t i = 0; i < m_bound.size(); ++i) {
        Slot& slot = *m_bound[i];
        const Object& object = recording.objects[i];
        const Contents& contents = recording.contents[object.contents];
        // What a call makes is fresh in each play.
        if (!object.setup) {
            free(slot);
            continue;
        }
        switch (object.kind) {
        case Object::Kind::Buffer:
        case Object::Kind::PackedRows:
        case Object::Kind::PitchedRows:
            fillBuffer(slot, contents);
            break;
        case Object::Kind::Texture:
        case Object::Kind::Surface:
            if (slot.handle && (slot.object.sampler != object.sampler || slot.contents != contents))
                m_device.releaseTexture(std::exchange(slot.handle, 0));
            slot.object.sampler = object.sampler;
            fillArray(slot, contents);
            break;
        case Object::Kind::Variable:
            fillVariable(slot, recording.modules[object.module]);
            break;
        case Object::Kind::ResultBuffer:
        case Object::Kind::ResultImage:
        case Object::Kind::Array:
        case Object::Kind::TextureObject:
        case Object::Kind::SurfaceObject:
        case Object::Kind::Mipmap:
        case Object::Kind::Level:
            break;
        }
    }
}

/// A play before may have written it: it begins as the module has it.
void Resources::fillVariable(Slot& slot, const recording::ModulePointer& module) {
    slot.pointer = m_device.variable(*load(module), slot.name);
    std::map<std::string, std::vector<std::byte>>& initial =
        std::ranges::find(m_modules, module, &Loaded::source)->initial;
    const auto [known, isNew] = initial.try_emplace(slot.name, slot.object.bytes);
    if (isNew)
        m_device.download(known->second, slot.pointer);
    else
        m_device.upload(slot.pointer, known->second);
}

void Resources::allocate(std::uint32_t object) {
    Slot& made = slot(object);
    free(made);
    if (made.object.kind == Object::Kind::Array || made.object.kind == Object::Kind::Mipmap) {
        made.array = m_device.createArray(made.object.array, {});
        return;
    }
    if (!recording::isOverObject(made.object.kind) && made.object.kind != Object::Kind::Level) {
        made.pointer = m_device.allocateRaw(made.object.bytes, made.label());
        return;
    }
    makeOver(made, slot(made.object.over));
}

/// What an object is made over has to be there.
void Resources::makeOver(Slot& made, const Slot& over) {
    const bool isPlain = !recording::hasTexels(over.object.kind);
    if (isPlain ? over.address() == 0 : !over.array)
        throw device::Error(fmt::format("{} is over {}, which is not there", made.name, over.name));
    if (isPlain)
        made.handle = m_device.createTexture(
            device::PlainTexels{over.address() + made.object.offset, made.object.rowBytes, made.object.array},
            made.object.sampler);
    else if (made.object.kind == Object::Kind::Level)
        made.array = m_device.createLevel(*over.array, made.object.level);
    else if (made.object.kind == Object::Kind::SurfaceObject)
        made.handle = m_device.createSurface(*over.array);
    else
        made.handle = m_device.createTexture(*over.array, made.object.sampler);
}

void Resources::free(Slot& slot) {
    if (slot.handle) m_device.releaseTexture(std::exchange(slot.handle, 0));
    if (slot.pointer) m_device.release(std::exchange(slot.pointer, 0));
    slot.array.reset();
}

void Resources::fillBuffer(Slot& slot, const Contents& contents) {
    const Object& object = slot.object;
    const bool fresh = slot.pointer == 0;
    if (fresh && object.kind == Object::Kind::PitchedRows) {
        const device::PitchedPointer made = m_device.allocatePitched(object.rowBytes, object.rows, slot.name);
        slot.pointer = made.pointer;
        slot.pitch = made.pitch;
    } else if (fresh) {
        slot.pointer = contents.kind() == Contents::Kind::Unspecified
                           ? m_device.allocateRaw(object.bytes, slot.name)
                           : m_device.allocate(object.bytes, slot.name);
        slot.pitch = object.rowBytes;
    }
    const Contents now = fresh ? Contents() : slot.contents; // memory comes zeroed
    slot.contents = contents;
    if (contents == now || contents.kind() == Contents::Kind::Unspecified) return;
    std::vector<std::byte> packed(object.bytes);
    contents.write(packed);
    if (slot.pitch == object.rowBytes) {
        m_device.upload(slot.pointer, packed);
        return;
    }
    std::vector<std::byte> padded(slot.bytes());
    for (std::uint64_t row = 0; row < object.rows; ++row)
        std::copy_n(packed.begin() + static_cast<std::ptrdiff_t>(row * object.rowBytes), object.rowBytes,
                    padded.begin() + static_cast<std::ptrdiff_t>(row * slot.pitch));
    m_device.upload(slot.pointer, padded);
}

void Resources::fillArray(Slot& slot, const Contents& contents) {
    if (!slot.array || slot.contents != contents) {
        std::vector<std::byte> texels(slot.object.bytes);
        contents.write(texels);
        slot.array = m_device.createArray(slot.object.array, texels);
        slot.contents = contents;
    }
    if (slot.handle) return;
    slot.handle = slot.object.kind == Object::Kind::Surface
                      ? m_device.createSurface(*slot.array)
                      : m_device.createTexture(*slot.array, slot.object.sampler);
}

std::size_t Resources::usedBytes() const {
    std::size_t sum = m_device.info().memoryBytes - m_device.freeBytes();
    for (const Slot* slot : m_bound)
        if (slot->array) sum += slot->array->desc().bytes();
    return sum;
}

void ResourcesImage::visit(const std::function<void(const void*, std::size_t)>& each) const {
    memory->visit(each);
    for (const Object& object : objects)
        if (object.texels) each(object.texels.get(), object.texels->size());
}

ResourcesImage Resources::image(const ResourcesImage* before) {
    ResourcesImage made;
    made.bytes = usedBytes();
    std::vector<std::byte> texels;
    for (std::size_t i = 0; i < m_bound.size(); ++i) {
        const Slot& slot = *m_bound[i];
        ResourcesImage::Object& object = made.objects.emplace_back();
        object.isThere = slot.pointer != 0 || slot.array || slot.handle != 0;
        object.pointer = slot.pointer;
        const bool isOver =
            recording::isOverObject(slot.object.kind) || slot.object.kind == Object::Kind::Level;
        if (object.isThere && isOver) {
            const Slot& over = *m_bound[slot.object.over];
            if (over.pointer == 0 && !over.array) return {};
        }
        if (!slot.array || slot.object.kind == Object::Kind::Level) continue;
        texels.resize(slot.array->desc().bytes());
        m_device.downloadRows(texels, {.pointer = 0, .pitch = 0, .array = slot.array.get()}, texels.size());
        const auto known = before ? before->objects[i].texels : nullptr;
        object.texels =
            known && *known == texels ? known : std::make_shared<const std::vector<std::byte>>(texels);
    }
    std::vector<std::shared_ptr<device::LoadedModule>> modules;
    for (const Loaded& each : m_modules) modules.push_back(each.module);
    made.memory = m_device.watcher()->image(modules, before ? before->memory.get() : nullptr);
    return made;
}

bool Resources::restore(const ResourcesImage& image) {
    if (!m_device.watcher()->restore(*image.memory)) return false;
    // Arrays before their levels, and both before what is over them.
    const auto stepOf = [](Object::Kind kind) {
        return recording::isOverObject(kind) ? 2 : kind == Object::Kind::Level ? 1 : 0;
    };
    for (int step = 0; step < 3; ++step)
        for (std::size_t i = 0; i < m_bound.size(); ++i) {
            Slot& slot = *m_bound[i];
            const ResourcesImage::Object& object = image.objects[i];
            if (!object.isThere || stepOf(slot.object.kind) != step) continue;
            if (step > 0)
                makeOver(slot, *m_bound[slot.object.over]);
            else if (object.texels)
                slot.array = m_device.createArray(slot.object.array, *object.texels);
            else
                slot.pointer = object.pointer;
        }
    return true;
}

std::vector<Placement> Resources::placements() const {
    std::vector<Placement> all;
    for (const Slot* slot : m_bound)
        if (const device::Pointer at = slot->address())
            all.push_back({slot->name, at, slot->bytes(), slot->pitch});
    return all;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Resources::allocations() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const Slot* slot : m_bound)
        if (slot->pointer) all.emplace_back(slot->pointer, slot->bytes());
    return all;
}

/// The code of further devices: before anything has written a managed variable, which it has from the first.
void Resources::loadOthers(const Recording& recording) {
    for (const recording::ModulePointer& each : recording.modules) {
        const auto first =
            std::ranges::find_if(recording.modules, [&](const recording::ModulePointer& other) {
                return other->name == each->name && other->ptx == each->ptx;
            });
        if ((*first)->device == each->device ||
            std::ranges::find(m_modules, each, &Loaded::source) != m_modules.end())
            continue;
        std::shared_ptr<device::LoadedModule> made =
            m_device.loadAgain(each->ptx, each->path, each->registers, *load(*first));
        m_modules.push_back({.source = each, .module = std::move(made), .initial = {}});
    }
}

std::shared_ptr<device::LoadedModule> Resources::load(const recording::ModulePointer& module) {
    const auto found = std::ranges::find(m_modules, module, &Loaded::source);
    if (found != m_modules.end()) return found->module;
    m_modules.push_back({.source = module,
                         .module = m_device.load(module->ptx, module->path, module->registers),
                         .initial = {}});
    return m_modules.back().module;
}

} // namespace lanescope::session
