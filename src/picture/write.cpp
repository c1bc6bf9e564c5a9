// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

namespace csca {
namespace {

struct Form {
  const char* ending;
  void (*write)(const std::filesystem::path& file, const Drawing& drawing);
};

void as_jpeg(const std::filesystem::path& file, const Drawing& drawing) { write_jpeg(file, to_image(drawing)); }

constexpr Form forms[] = {
    {".png", [](const auto& file, const auto& drawing) { write_png(file, to_image(drawing)); }},
    {".jpg", as_jpeg},
    {".jpeg", as_jpeg},
    {".svg", [](const auto& file, const auto& drawing) { write_file(file, to_svg(drawing)); }},
    {".pdf", [](const auto& file, const auto& drawing) { write_file(file, picture::to_pdf(*drawing.sheet)); }},
};

const Form& form_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  for (const Form& form : forms) {
    if (ending == form.ending) return form;
  }
  throw Error(fmt::format("cannot write '{}': pictures are .png, .jpg, .svg or .pdf; let the name end in one of these",
                          file.string()));
}

}  // namespace

void write_picture(const std::filesystem::path& file, const Drawing& drawing) { form_of(file).write(file, drawing); }

void check_picture_ending(const std::filesystem::path& file) { form_of(file); }

}  // namespace csca
