package io.weir.search.index;

import io.weir.api.entity.EntityKey;
import java.util.List;

/**
 * A run of the ranked matches of a search.
 *
 * @param matches by descending score
 * @param isLast whether no match follows
 */
public record RankedWindow(List<Match> matches, boolean isLast) {

  /** A match: the key under which the table holds the entity, and its score. */
  public record Match(EntityKey key, float score) {}

  public RankedWindow {
    matches = List.copyOf(matches);
  }
}
