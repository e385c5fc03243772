package io.weir.engine.indexing;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.command.Changes;
import io.weir.engine.command.CheckClaim;
import io.weir.engine.command.Holder;
import io.weir.engine.command.JointOperation;
import io.weir.engine.command.KeyedClaim;
import io.weir.engine.command.ReleaseClaim;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.scan.Pins;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.Stretch;
import io.weir.engine.walk.UpkeepStretch;
import java.util.List;
import java.util.Objects;

/**
 * Removes the claims of a unique index whose holders do not imply them any more: after removals of
 * ranges, and of expired entities.
 *
 * <pre>
 * begin   each shard notes in its marker, if it has one, that the sweep has begun
 * walk    the claims of one shard after another, in slices; a slice releases its stale claims by a joint command, which checks each holder
 * end     each shard removes its marker, unless a later removal has made a sweep due again
 * </pre>
 *
 * <p>These are walks of one shard after another. A crash before the end leaves the markers, and the
 * next start sweeps from the beginning.
 *
 * <p>Owner: the loop of the shard that is walked.
 */
final class ClaimSweep {

  private static final int CLAIMS_A_SLICE = 256;

  private final Store store;
  private final TableIndex index;
  private final int tableId;
  private final ClaimEncoder encoder;
  private final Runnable whenEnded;

  /** The number of walks that have begun: three for each shard. */
  private int walks;

  /** @param whenEnded runs once, also when the index was dropped; not when the store closes */
  ClaimSweep(Store store, TableIndex index, int tableId, Runnable whenEnded) {
    this.store = store;
    this.index = index;
    this.tableId = tableId;
    this.encoder = new ClaimEncoder(index);
    this.whenEnded = whenEnded;
  }

  /** Begins the next walk. */
  void next() {
    var shards = store.shards().size();
    var group = walks % shards;
    var step = walks / shards;
    walks++;
    switch (step) {
      case 0 -> store.walk(group).once(new Marker(group, true));
      case 1 -> store.walk(group).once(new Claims(group));
      case 2 -> store.walk(group).once(new Marker(group, false));
      default -> whenEnded.run();
    }
  }

  private void left(boolean isWhole) {
    if (isWhole) {
      next();
    } else {
      whenEnded.run();
    }
  }

  /** The first or the last step in one shard. */
  private final class Marker implements UpkeepStretch {

    private final byte[] marker;
    private final boolean begins;

    Marker(int group, boolean begins) {
      this.marker = ClaimSweepMarker.key(index.id(), group);
      this.begins = begins;
    }

    @Override
    public int tableId() {
      return index.id();
    }

    @Override
    public Sliced slice(UpkeepCommand.View view, Changes changes) {
      var value = view.tree().find(marker);
      if (value != null && ClaimSweepMarker.isDue(value) == begins) {
        if (begins) {
          changes.put(marker, ClaimSweepMarker.begun());
        } else {
          changes.remove(marker);
        }
      }
      return Sliced.NOTHING_LEFT;
    }

    @Override
    public void left(boolean isWhole) {
      ClaimSweep.this.left(isWhole);
    }
  }

  /** The claims of one shard. A slice whose plan is stale is planned again after a pause. */
  private final class Claims implements Stretch {

    private final int group;

    /** The least key of this slice, and of the next one. */
    private byte[] from = IndexKeys.startOfClaims(index.id());

    private byte[] after = from;

    Claims(int group) {
      this.group = group;
    }

    @Override
    public boolean send(ShardWalk walk) {
      JointSlices.send(store, walk, this::plan);
      return true;
    }

    private Sliced plan(Pins pins, List<JointOperation> releases) {
      if (!store.catalog().isLive(index.id())) {
        throw new NotFoundException(
            ErrorCode.RESOURCE_NOT_FOUND, "index=" + index.definition().name());
      }
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
      return new Sliced(releases.size() / 2, !more || cursor.compareKey(end) >= 0);
    }

    @Override
    public void advance(Sliced slice) {
      from = after;
    }

    @Override
    public void left(boolean isWhole) {
      ClaimSweep.this.left(isWhole);
    }

    @Override
    public String toString() {
      return "sweep of claims of index " + index.id();
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
}
