package io.weir.pattern.index;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;

/** Copies of an entity under other keys. */
final class Rekeyed {

  private Rekeyed() {}

  /** Returns an entity with all properties of another one. */
  static Entity of(Entity entity, EntityKey key) {
    var copy = new EntityBuilder().key(key);
    entity.toMap().forEach(copy::set);
    return copy.build();
  }
}
