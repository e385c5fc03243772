package io.weir.cli.copy;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the differences of one range. Belongs to one subscription. */
final class DifferenceCount {

  private final List<EntityKey> examples = new ArrayList<>();
  private long entities;
  private long missing;
  private long extra;
  private long changed;

  DifferenceCount add(Optional<Entity> source, Optional<Entity> target) {
    entities += source.isPresent() ? 1 : 0;
    if (source.isEmpty()) {
      extra++;
    } else if (target.isEmpty()) {
      missing++;
    } else if (!source.get().toMap().equals(target.get().toMap())) {
      changed++;
    } else {
      return this;
    }
    if (examples.size() < Differences.MOST_EXAMPLES) {
      examples.add(source.or(() -> target).orElseThrow().key());
    }
    return this;
  }

  Differences result() {
    return new Differences(entities, missing, extra, changed, examples);
  }
}
