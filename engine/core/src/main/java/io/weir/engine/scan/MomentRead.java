package io.weir.engine.scan;

import io.weir.api.JointCommit;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads entities of several shards as of one moment. Any thread; never waits. */
public final class MomentRead {

  private MomentRead() {}

  /**
   * Returns an entity or an empty optional for each key of the clustered index; null when a joint
   * command was published meanwhile, so that the read is to be repeated. Fails as
   * {@link PointRead#of} does, and with {@code InvalidInput} when the entities are longer than
   * {@link JointCommit#MAX_BYTES}.
   *
   * @param resident whether the read throws {@link ColdPage} on a loop at a page that is not in
   *     memory
   */
  public static @Nullable List<Optional<Entity>> of(
      ReadView store, List<byte[]> keys, boolean resident) {
    var pins = resident ? Pins.ofResident(store) : new Pins(store);
    try {
      var finished = store.jointPublications().finished();
      for (var key : keys) {
        pins.of(store.groups().ofTreeKey(key));
      }
      return store.jointPublications().started() == finished ? read(store, pins, keys) : null;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    } finally {
      pins.release();
    }
  }

  /** Returns the cold pages among those of the keys. Any thread. */
  public static List<ColdPage> coldPages(ReadView store, List<byte[]> keys) {
    var pins = new Pins(store);
    var cold = new ArrayList<ColdPage>();
    try {
      for (var key : keys) {
        var shard = store.groups().ofTreeKey(key);
        if (pins.of(shard).isCold(key)) {
          cold.add(new ColdPage(shard, key));
        }
      }
      return cold;
    } finally {
      pins.release();
    }
  }

  private static List<Optional<Entity>> read(ReadView store, Pins pins, List<byte[]> keys) {
    var entities = new ArrayList<Optional<Entity>>(keys.size());
    var expirations = store.catalog().expirations();
    var present = store.presentTicks();
    var bytes = 0L;
    for (var key : keys) {
      var entry = pins.of(store.groups().ofTreeKey(key)).findEntry(key);
      var expiration = expirations.of(TreeKeys.tableOf(key));
      if (entry != null
          && expiration != null
          && expiration.at(present).isExpired(entry, key.length, entry.length)) {
        entry = null;
      }
      bytes += entry == null ? 0 : entry.length;
      if (bytes > JointCommit.MAX_BYTES) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "bytes=" + bytes + " limit=" + JointCommit.MAX_BYTES);
      }
      entities.add(
          entry == null ? Optional.empty() : Optional.of(StoredEntity.adopt(entry, key.length)));
    }
    return entities;
  }
}
