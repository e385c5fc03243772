package io.weir.testkit;

import java.util.List;

/** A kind of damage to an input. */
enum Mutation {
  CUT {
    @Override
    String of(String text, Draw draw, List<String> words) {
      return text.substring(0, place(text, draw));
    }
  },
  DROP {
    @Override
    String of(String text, Draw draw, List<String> words) {
      var from = place(text, draw);
      return text.substring(0, from) + text.substring(from + piece(text, from, draw));
    }
  },
  REPEAT {
    @Override
    String of(String text, Draw draw, List<String> words) {
      var from = place(text, draw);
      var end = from + piece(text, from, draw);
      return text.substring(0, end) + text.substring(from, end) + text.substring(end);
    }
  },
  /** Inserts a word many times, which builds deep nesting. */
  PILE {
    @Override
    String of(String text, Draw draw, List<String> words) {
      var at = place(text, draw);
      // seldom deep, to save time
      var times = draw.oneIn(300) ? 3000 : 5;
      return text.substring(0, at) + draw.of(words).repeat(times) + text.substring(at);
    }
  },
  PUT_WORD {
    @Override
    String of(String text, Draw draw, List<String> words) {
      var at = place(text, draw);
      return text.substring(0, at) + draw.of(words) + text.substring(at);
    }
  },
  CHANGE_CHARACTER {
    @Override
    String of(String text, Draw draw, List<String> words) {
      if (text.isEmpty()) {
        return text;
      }
      var at = draw.below(text.length());
      return text.substring(0, at) + (char) draw.below(256) + text.substring(at + 1);
    }
  },
  FLIP_BIT {
    @Override
    String of(String text, Draw draw, List<String> words) {
      if (text.isEmpty()) {
        return text;
      }
      var at = draw.below(text.length());
      var flipped = (char) (text.charAt(at) ^ (1 << draw.below(8)));
      return text.substring(0, at) + flipped + text.substring(at + 1);
    }
  };

  private static final int LONGEST_PIECE = 20;

  /** Returns the damaged text. */
  abstract String of(String text, Draw draw, List<String> words);

  private static int place(String text, Draw draw) {
    return draw.below(text.length() + 1);
  }

  private static int piece(String text, int from, Draw draw) {
    return Math.min(text.length() - from, draw.below(LONGEST_PIECE + 1));
  }
}
