package io.weir.pattern;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.util.Optional;

/**
 * Adds to a write the condition that its entity is as the transaction has read it. A write with a
 * version of its own keeps that.
 *
 * @param read the entity; empty when it was absent
 */
record ReadVersion(Optional<Entity> read) implements Write.Handler<Write> {

  /** Returns the condition that an entity has the version that was read. */
  static IfMatch of(Entity entity) {
    return IfMatch.version(ETag.ofTimestamp(entity.timestampTicks()));
  }

  @Override
  public Write insert(Write.Insert write) {
    return write;
  }

  @Override
  public Write upsert(Write.Upsert write) {
    return read.<Write>map(entity -> new Write.Update(write.entity(), write.mode(), of(entity)))
        .orElseGet(() -> new Write.Insert(write.entity()));
  }

  @Override
  public Write update(Write.Update write) {
    return write.ifMatch() == IfMatch.ANY && read.isPresent()
        ? new Write.Update(write.entity(), write.mode(), of(read.get()))
        : write;
  }

  @Override
  public Write delete(Write.Delete write) {
    return write.ifMatch() == IfMatch.ANY && read.isPresent()
        ? new Write.Delete(write.key(), of(read.get()))
        : write;
  }

  /** A change that creates an absent entity becomes an insert: the entity must still be absent. */
  @Override
  public Write change(Write.Change write) {
    if (read.isEmpty()) {
      return write.defaults().isPresent() ? new Write.Insert(write.appliedTo(null)) : write;
    }
    return write.ifMatch() == IfMatch.ANY ? write.ifMatch(of(read.get())) : write;
  }
}
