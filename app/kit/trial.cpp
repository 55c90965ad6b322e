// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/trial.h"

namespace lanescope::kit {

void run(const Trial& trial, const std::shared_ptr<device::Device>& device,
         const std::function<void(const Drawn&)>& use) {
    const std::shared_ptr<Lab> lab = trial.entry->make();
    lab->setValues(trial.values);
    for (const auto& [name, value] : trial.sets) lab->set(name, value);
    SessionOptions options;
    options.architectures = {trial.architecture};
    if (trial.times) options.times = trial.times;
    Session session(device, options);
    session.setLab(*trial.entry, lab);
    session.step(0, 0);
    session.throwError();
    if (const auto drawn = session.drawn()) use(*drawn);
}

} // namespace lanescope::kit
