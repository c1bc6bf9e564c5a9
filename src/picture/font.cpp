// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/font.hpp"

#include <array>
#include <cstddef>

namespace csca::picture {
namespace {

constexpr std::size_t sheet_pitch = 6;  // columns from one glyph of the sheet to the next
constexpr std::size_t per_band = 16;
constexpr char first_drawn = '!';
constexpr char last_drawn = '~';

// The font is drawn here so that pictures need no font file: 16 glyphs a band, in the order of ASCII.
constexpr const char* sheet[] = {
    // ! " # $ % & ' ( ) * + , - . / 0
    "#     # #           #   ##     ##   #       #   #                                       #  ### ",
    "#     # #    # #   #### ##  # #  #  #      #     #      #     #                         # #   #",
    "#     # #   ##### # #      #  # #   #     #       #   # # #   #                        #  #   #",
    "#            # #   ###    #    #          #       #    ###  #####       ####          #   #   #",
    "#           #####   # #  #    # # #       #       #   # # #   #                      #    #   #",
    "             # #  ####  #  ## #  #         #     #      #     #   ##          ##    #     #   #",
    "#                   #      ##  ## #         #   #                 ##          ##    #      ### ",
    "                                                                   #                           ",
    "                                                                  #                            ",
    // 1 2 3 4 5 6 7 8 9 : ; < = > ? @
    "  #    ###   ###     #  #####   ##  #####  ###   ###                 #        #      ###   ### ",
    " ##   #   # #   #   ##  #      #        # #   # #   # ##    ##      #          #    #   # #   #",
    "# #       #     #  # #  ####  #        #  #   # #   # ##    ##     #    #####   #       # # ###",
    "  #      #    ##  #  #      # ####     #   ###   ####             #              #     #  # # #",
    "  #     #       # #####     # #   #   #   #   #     #              #    #####   #     #   # ###",
    "  #    #    #   #    #  #   # #   #   #   #   #    #  ##    ##      #          #          #    ",
    "##### #####  ###     #   ###   ###    #    ###   ##   ##    ##       #        #       #    ####",
    "                                                             #                                 ",
    "                                                            #                                  ",
    // A B C D E F G H I J K L M N O P
    "  #   ####   ###  ####  ##### #####  ###  #   # ###     ### #   # #     #   # #   #  ###  #### ",
    " # #  #   # #   # #   # #     #     #   # #   #  #       #  #  #  #     ## ## ##  # #   # #   #",
    " # #  #   # #     #   # #     #     #     #   #  #       #  # #   #     # # # ##  # #   # #   #",
    "#   # ####  #     #   # ####  ####  # ### #####  #       #  ##    #     # # # # # # #   # #### ",
    "##### #   # #     #   # #     #     #   # #   #  #       #  # #   #     #   # #  ## #   # #    ",
    "#   # #   # #   # #   # #     #     #   # #   #  #    #  #  #  #  #     #   # #  ## #   # #    ",
    "#   # ####   ###  ####  ##### #      #### #   # ###    ##   #   # ##### #   # #   #  ###  #    ",
    "                                                                                               ",
    "                                                                                               ",
    // Q R S T U V W X Y Z [ \ ] ^ _ `
    " ###  ####   #### ##### #   # #   # #   # #   # #   # ##### ###   #     ###     #         #    ",
    "#   # #   # #       #   #   # #   # #   # #   # #   #     # #     #       #    # #         #   ",
    "#   # #   # #       #   #   # #   # #   #  # #   # #     #  #      #      #   #   #            ",
    "#   # ####   ###    #   #   #  # #  # # #   #     #     #   #       #     #                    ",
    "# # # # #       #   #   #   #  # #  # # #  # #    #    #    #        #    #                    ",
    "#  #  #  #      #   #   #   #  # #  ## ## #   #   #   #     #         #   #                    ",
    " ## # #   # ####    #    ###    #   #   # #   #   #   ##### ###       # ###                    ",
    "                                                                                    #####      ",
    "                                                                                               ",
    // a b c d e f g h i j k l m n o p
    "      #               #         ##        #     #       #   #     #                            ",
    "      #               #        #          #                 #     #                            ",
    " ###  ####   ###   ####  ###  ####   #### # ##  #       #   #  #  #     ## #  # ##   ###  #### ",
    "    # #   # #     #   # #   #  #    #   # ##  # #       #   # #   #     # # # ##  # #   # #   #",
    " #### #   # #     #   # #####  #    #   # #   # #       #   ##    #     # # # #   # #   # #   #",
    "#   # #   # #     #   # #      #    #   # #   # #       #   # #   #     # # # #   # #   # #   #",
    " #### ####   ###   ####  ###   #     #### #   # #       #   #  #   #    # # # #   #  ###  #### ",
    "                                        #               #                                 #    ",
    "                                     ###              ##                                  #    ",
    // q r s t u v w x y z { | } ~
    "                   #                                          #   #     #          ",
    "                   #                                         #    #      #         ",
    " #### # ##   ###  ####  #   # #   # #   # #   # #   # #####  #    #      #         ",
    "#   # ##    #      #    #   # #   # # # #  # #  #   #    #  #     #       #    #   ",
    "#   # #      ##    #    #   #  # #  # # #   #   #   #   #    #    #      #    # # #",
    "#   # #        #   #    #  ##  # #  # # #  # #  #   #  #     #    #      #       # ",
    " #### #     ###     ##   ## #   #    # #  #   #  #### #####   #   #     #          ",
    "    #                                               #             #                ",
    "    #                                            ###              #                ",
};

Glyph cut_from_sheet(std::size_t index) {
  Glyph glyph;
  for (std::size_t y = 0; y < glyph_height; ++y) {
    const char* dots = sheet[index / per_band * glyph_height + y] + index % per_band * sheet_pitch;
    for (int x = 0; x + 1 < static_cast<int>(sheet_pitch); ++x) {
      if (dots[x] != '#') continue;
      glyph.rows[y] = static_cast<std::uint8_t>(glyph.rows[y] | 1U << x);
      if (glyph.width <= x) glyph.width = x + 1;
    }
  }
  return glyph;
}

using Font = std::array<Glyph, last_drawn - first_drawn + 1>;

Font make_font() {
  Font font;
  for (std::size_t i = 0; i < font.size(); ++i) font[i] = cut_from_sheet(i);
  return font;
}

}  // namespace

const Glyph& glyph(char character) {
  static const Font font = make_font();
  static const Glyph space{3, {}};
  static const Glyph box{5, {31, 17, 17, 17, 17, 17, 31}};
  if (character == ' ') return space;
  if (character < first_drawn || character > last_drawn) return box;
  return font[static_cast<std::size_t>(character - first_drawn)];
}

int text_width(std::string_view text) {
  int width = 0;
  for (const char c : text) {
    if (!continues_character(c)) width += glyph(c).width + glyph_gap;
  }
  return width > 0 ? width - glyph_gap : 0;
}

}  // namespace csca::picture
