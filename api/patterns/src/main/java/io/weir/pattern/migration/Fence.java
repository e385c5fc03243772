package io.weir.pattern.migration;

import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Arrays;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The fence of a shard: one entity in the shard's service. Each request of a router, and each write
 * of a migration, takes effect only while the fence has the version that its sender has read.
 *
 * @param version of the entity; each change of the fence makes another
 * @param epoch of the migration that changed the fence last; it never falls
 * @param state of the region
 * @param region empty exactly if the fence is open
 */
record Fence(ETag version, long epoch, State state, Optional<KeyRegion> region) {

  /** The requests that a region takes. */
  enum State {
    /** There is no region. */
    OPEN(true, true),
    /** Its entities move away: reads only. */
    FROZEN(true, false),
    /** Its entities have moved away: nothing. */
    GONE(false, false),
    /** Its entities arrive: nothing but the writes of the migration. */
    INCOMING(false, false);

    private final boolean isRead;
    private final boolean isWritten;

    State(boolean isRead, boolean isWritten) {
      this.isRead = isRead;
      this.isWritten = isWritten;
    }
  }

  private static final String STATE = "State";
  private static final String REGION = "Region";
  private static final String EPOCH = "Epoch";

  /** Whether the shard answers for a partition, if the map says so. */
  boolean isRead(String partitionKey) {
    return state.isRead || !isInRegion(partitionKey);
  }

  /** Whether the shard takes writes to a partition, if the map says so. */
  boolean isWritten(String partitionKey) {
    return state.isWritten || !isInRegion(partitionKey);
  }

  private boolean isInRegion(String partitionKey) {
    return region.filter(some -> some.contains(partitionKey)).isPresent();
  }

  /**
   * Returns the check that this fence is unchanged, which is the first operation of a joint commit.
   */
  TableWrite check(TableKey key) {
    return TableWrite.present(key.table(), key.key(), IfMatch.version(version));
  }

  /** Whether an entity is this version of the fence. */
  boolean is(Optional<Entity> stored) {
    return stored.flatMap(Entity::etag).filter(version::equals).isPresent();
  }

  /** Reads a fence. Makes an open one, and its table, if the shard has none. */
  static Mono<Fence> load(TableService service, TableKey key) {
    return Mono.defer(() -> service.get(key.table(), key.key()))
        .map(Fence::of)
        .onErrorResume(Fence::lacksTable, absent -> createTable(service, key).then(Mono.empty()))
        .switchIfEmpty(Mono.defer(() -> insert(service, key)));
  }

  private static boolean lacksTable(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.TABLE_NOT_FOUND;
  }

  private static Mono<Void> createTable(TableService service, TableKey key) {
    return service.createTable(key.table()).onErrorComplete(ConflictException.class);
  }

  private static Mono<Fence> insert(TableService service, TableKey key) {
    return service
        .write(key.table(), new Write.Insert(entity(key, 0, State.OPEN, Optional.empty())))
        .map(written -> new Fence(written.etag().orElseThrow(), 0, State.OPEN, Optional.empty()))
        .onErrorResume(
            ConflictException.class,
            exists -> service.get(key.table(), key.key()).map(Fence::of));
  }

  /**
   * Replaces this version. Fails with {@code UpdateConditionNotSatisfied} if another program has
   * replaced it.
   */
  Mono<Fence> replace(
      TableService service, TableKey key, long newEpoch, State next, Optional<KeyRegion> of) {
    return service
        .write(
            key.table(),
            new Write.Update(
                entity(key, newEpoch, next, of), WriteMode.REPLACE, IfMatch.version(version)))
        .map(written -> new Fence(written.etag().orElseThrow(), newEpoch, next, of));
  }

  private static Entity entity(TableKey key, long epoch, State state, Optional<KeyRegion> region) {
    return Entity.builder(key.key().partitionKey(), key.key().rowKey())
        .set(STATE, state.name())
        .set(REGION, region.map(KeyRegion::text).orElse(""))
        .set(EPOCH, epoch)
        .build();
  }

  private static Fence of(Entity stored) {
    var state = stored.getString(STATE).orElse("");
    return new Fence(
        stored.etag().orElseThrow(),
        stored.getInt64(EPOCH).orElse(0L),
        Arrays.stream(State.values())
            .filter(each -> each.name().equals(state))
            .findFirst()
            .orElseThrow(() -> new ServiceFailedException(
                ErrorCode.INTERNAL_ERROR, "fence=damaged shard=" + stored.rowKey(), null)),
        stored.getString(REGION).filter(text -> !text.isEmpty()).map(KeyRegion::parse));
  }
}
