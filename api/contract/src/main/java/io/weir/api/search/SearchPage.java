package io.weir.api.search;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * A part of the answer of a search.
 *
 * @param hits by descending score; fewer than asked for when there are no more, and when they are
 *     longer than {@link #MOST_BYTES} together
 * @param next the {@link SearchRequest#skip} of the next page; empty after the last match. Matches
 *     that move meanwhile may appear on two pages or on none
 * @param lag the index holds every change that was acknowledged this long ago. Zero when it holds
 *     all
 */
public record SearchPage(List<SearchHit> hits, OptionalInt next, Duration lag) {

  /** Bytes of entities after which a page ends. */
  public static final int MOST_BYTES = 4 << 20;

  public SearchPage {
    hits = List.copyOf(hits);
  }
}
