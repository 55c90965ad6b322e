// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"
#include "session/observation.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope::session {

/// Makes the objects of OpenGL that kernels write; used by the thread that has the context.
class GraphicsObjects {
public:
    virtual ~GraphicsObjects() = default;
    /// Of so many bytes, which nobody has written.
    virtual std::shared_ptr<GraphicsObject> makeBuffer(std::string_view name, std::size_t bytes) = 0;
    /// Of two dimensions, in OpenGL's format for these texels.
    virtual std::shared_ptr<GraphicsObject> makeTexture(std::string_view name,
                                                        const recording::ArrayDesc& desc) = 0;
};

/// What the objects of a recording held on a device at one moment.
struct ResourcesImage {
    /// One of them, by its index.
    struct Object {
        bool isThere = false;
        device::Pointer pointer = 0;                          ///< of memory
        std::shared_ptr<const std::vector<std::byte>> texels; ///< of an array
    };
    std::shared_ptr<const device::MemoryImage> memory; ///< nullptr: there is no image
    std::vector<Object> objects;
    std::size_t bytes = 0; ///< of all that was looked at

    /// As device::MemoryImage::visit.
    void visit(const std::function<void(const void* part, std::size_t bytes)>& each) const;
};

/// What a recording has on one device, kept from play to play while it stays alike: neither made nor filled
/// again.
class Resources {
public:
    /// One object of a recording, as it lies on the device.
    struct Slot {
        std::string name;
        std::string place; ///< where the program allocates it; empty: not known
        recording::Object object;
        recording::Contents contents;
        device::Pointer pointer = 0;
        std::size_t pitch = 0; ///< bytes from row to row; 0: no rows
        std::unique_ptr<device::DeviceArray> array;
        std::uint64_t handle = 0; ///< of the texture or surface object over the array
        ResultObject result;
        std::unique_ptr<device::SharedResource> shared; ///< with graphics
        bool used = false;                              ///< by the recording that is bound

        /// As messages name it: "memory2, cudaMalloc at main.cu:23".
        std::string label() const { return place.empty() ? name : name + ", " + place; }
        /// Bytes of its memory, the padding of rows included.
        std::size_t bytes() const { return pitch ? pitch * object.rows : object.bytes; }
        device::Pointer address() const { return shared ? shared->pointer() : pointer; }
        std::uint64_t boundHandle() const { return shared ? shared->surface() : handle; }
    };

    /// graphics nullptr: results are plain memory of the device.
    explicit Resources(device::Device& device, GraphicsObjects* graphics = nullptr)
        : m_device(device), m_graphics(graphics) {}
    Resources(const Resources&) = delete;
    Resources& operator=(const Resources&) = delete;
    ~Resources();

    /// Where they lie.
    device::Device& device() const { return m_device; }
    /// Binds the recording's objects: frees what it has not, and makes what OpenGL shares. In the thread that
    /// has the context.
    void bind(const recording::Recording& recording);
    /// Allocates and fills the bound setup that is missing or differs. In any thread.
    void fill(const recording::Recording& recording);
    /// Of an object of the bound recording.
    Slot& slot(std::uint32_t object) { return *m_bound[object]; }
    /// Makes an object that is no setup, as a call does: memory, an array, or what is over one. Throws Error
    /// where that one is not there.
    void allocate(std::uint32_t object);
    /// cudaFree, or what destroys it. Of no effect for what is not allocated.
    void free(Slot& slot);

    /// Of the bound recording, mapped or to be mapped by OpenGL.
    std::span<device::SharedResource* const> shared() const { return m_shared; }
    /// Where the objects of the bound recording lie, by their names.
    std::vector<Placement> placements() const;
    /// Start and bytes of all that lies in the device's memory.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> allocations() const;
    /// Loads a module, once.
    std::shared_ptr<device::LoadedModule> load(const recording::ModulePointer& module);
    /// Of the device's memory and the bound arrays.
    std::size_t usedBytes() const;
    /// Of a recording that begins anew, on a device with a watcher: what it has now. before: an earlier one;
    /// nullptr: there is none. Without memory where it could not be brought back: something is over an object
    /// that is gone.
    ResourcesImage image(const ResourcesImage* before);
    /// Brings it back, after fill(). False where that cannot be: the play has to begin at its start.
    bool restore(const ResourcesImage& image);
    /// Forgets all memory, so that what is allocated next is fresh; modules stay.
    void clear();
    /// The same for another recording: the emulator forgets its modules, too. A GPU's take long to load.
    void clearAll();

private:
    void release(Slot& slot);
    /// For each object of a recording what serves it already, or nothing.
    void findSlots(const recording::Recording& recording);
    void loadOthers(const recording::Recording& recording);
    void fillBuffer(Slot& slot, const recording::Contents& contents);
    void fillVariable(Slot& slot, const recording::ModulePointer& module);
    void makeOver(Slot& made, const Slot& over);
    void fillArray(Slot& slot, const recording::Contents& contents);
    void makeResult(Slot& slot);

    device::Device& m_device;
    GraphicsObjects* m_graphics;
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::vector<Slot*> m_bound; // by object
    std::vector<device::SharedResource*> m_shared;
    struct Loaded {
        recording::ModulePointer source;
        std::shared_ptr<device::LoadedModule> module;
        /// Of its variables that are objects, by name: what they held before the first play of any recording.
        std::map<std::string, std::vector<std::byte>> initial;
    };
    std::vector<Loaded> m_modules;
};

} // namespace lanescope::session
