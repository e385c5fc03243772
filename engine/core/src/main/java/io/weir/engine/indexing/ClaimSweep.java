package io.weir.engine.indexing;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.joint.CheckClaim;
import io.weir.engine.joint.Holder;
import io.weir.engine.joint.JointOperation;
import io.weir.engine.joint.KeyedClaim;
import io.weir.engine.joint.ReleaseClaim;
import io.weir.engine.pending.Changes;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the claims of a unique index whose holders do not imply them any more: after removals of ranges, and of expired entities.
 *
 * <pre>
 * begin   each shard notes in its marker, if it has one, that the sweep has begun
 * walk    the claims of one shard after another, in slices; a slice releases its stale claims by a joint command, which checks each holder
 * end     each shard removes its marker, unless a later removal has made a sweep due again
 * </pre>
 *
 * <p>A crash before the end leaves the markers, and the next start sweeps from the beginning.
 *
 * <p>Owner: one thread at a time; after {@link #begin}, the loop that answers a step.
 */
final class ClaimSweep implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimSweep.class);

  private static final int CLAIMS_A_SLICE = 256;
  private static final Duration RETRY = Duration.ofMillis(200);

  private final Store store;
  private final TableIndex index;
  private final int tableId;
  private final ClaimEncoder encoder;
  private final Runnable whenEnded;

  private int group;

  /** The least key of the next slice. */
  private byte[] from;

  /** The least key after the slice that was planned last. */
  private byte[] after;

  /** Whether that slice is the last one of its shard. */
  private boolean isLast;

  /** @param whenEnded runs once, also when the index was dropped or the store closes */
  ClaimSweep(Store store, TableIndex index, int tableId, Runnable whenEnded) {
    this.store = store;
    this.index = index;
    this.tableId = tableId;
    this.encoder = new ClaimEncoder(index);
    this.whenEnded = whenEnded;
    this.from = IndexKeys.startOfClaims(index.id());
    this.after = from;
  }

  void begin() {
    onMarkers(
        (marker, value, changes) -> {
          if (ClaimSweepMarker.isDue(value)) {
            changes.put(marker, ClaimSweepMarker.begun());
          }
        },
        this::walk);
  }

  private void end() {
    onMarkers(
        (marker, value, changes) -> {
          if (!ClaimSweepMarker.isDue(value)) {
            changes.remove(marker);
          }
        },
        whenEnded);
  }

  private interface MarkerStep {
    void change(byte[] marker, byte[] value, Changes changes);
  }

  /** Takes a step in every shard that has a marker, then goes on. */
  private void onMarkers(MarkerStep step, Runnable then) {
    var unfinished = new AtomicInteger(store.shards().size());
    for (var each = 0; each < store.shards().size(); each++) {
      var marker = ClaimSweepMarker.key(index.id(), each);
      new SlicedWork(
              store.shards().get(each),
              each,
              store.sliceTurn(each),
              index.id(),
              (shard, tree, changes) -> {
                var value = tree.find(marker);
                if (value != null) {
                  step.change(marker, value, changes);
                }
                return false;
              },
              store::isClosing,
              () -> {
                if (unfinished.decrementAndGet() == 0) {
                  then.run();
                }
              })
          .offer();
    }
  }

  /** Sends the next slice that releases something, or ends. */
  private void walk() {
    if (store.isClosing() || !store.catalog().isLive(index.id())) {
      whenEnded.run();
      return;
    }
    if (group == store.shards().size()) {
      end();
      return;
    }
    List<JointOperation> releases;
    try {
      releases = plan();
    } catch (RuntimeException | InternalError e) {
      failed(ReadFault.of(store, e));
      return;
    }
    if (releases.isEmpty()) {
      advance();
      store.shards().get(0).execute(this::walk); // other work of the loop comes between
    } else {
      store.sendJointly(releases, this);
    }
  }

  private void advance() {
    from = after;
    if (isLast) {
      group++;
      from = IndexKeys.startOfClaims(index.id());
    }
  }

  private List<JointOperation> plan() {
    var releases = new ArrayList<JointOperation>();
    var pins = new Pins(store);
    try {
      var end = IndexKeys.endOfClaims(index.id());
      var cursor = new Cursor().open(pins.of(group));
      var more = cursor.seek(from);
      for (var i = 0; more && cursor.compareKey(end) < 0 && i < CLAIMS_A_SLICE; i++) {
        var key = cursor.key();
        var value = cursor.value();
        after = Backfill.after(key);
        release(pins, Claim.ofKey(key), EntityKey.decode(value, 0, value.length), releases);
        more = cursor.next();
      }
      isLast = !more || cursor.compareKey(end) >= 0;
      return releases;
    } finally {
      pins.release();
    }
  }

  private void release(Pins pins, Claim claim, EntityKey name, List<JointOperation> releases) {
    var holder = new Holder(tableId, name);
    var stored = pins.of(store.groups().ofTreeKey(holder.key())).find(holder.key());
    if (!Objects.equals(claim, encoder.claim(holder.key(), stored))) {
      releases.add(new ReleaseClaim(0, new KeyedClaim(claim, store.groups()), name));
      releases.add(new CheckClaim(0, claim, holder, false));
    }
  }

  @Override
  public void done(long timestampTicks) {
    advance();
    walk();
  }

  /** Plans the slice again, after a pause: its plan is stale, or a shard has no room for it. */
  @Override
  public void failed(TableServiceException failure) {
    if (failure instanceof NotFoundException) {
      whenEnded.run();
    } else {
      LOG.debug("a slice of a sweep is repeated id={}", index.id(), failure);
      store.shards().get(group).schedule(RETRY, this::walk);
    }
  }
}
