package io.weir.engine.shard;

import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A joint commit that another node has evaluated: its shards show their versions at one moment.
 *
 * <p>A shard that waits for the others waits for shards that have not come as far in the log. Those
 * do not wait for it: all shards apply joint commits in the order of the log.
 *
 * <p>Threads: the loops of the shards; the one that arrives last acts for all.
 */
public final class AppliedJoint {

  private final List<Part> parts;
  private final JointPublications publications;
  private final AtomicInteger unarrived;
  private volatile boolean shown;

  /** Prepares a commit in some shards, each of which must {@link ShardReplica#apply} a part. */
  public AppliedJoint(List<Shard> shards, JointPublications publications) {
    this.parts = shards.stream().map(Part::new).toList();
    this.publications = publications;
    this.unarrived = new AtomicInteger(parts.size());
  }

  /** Returns the part of the shard at this place of the list. */
  public Part part(int place) {
    return parts.get(place);
  }

  private void arrived() {
    if (unarrived.decrementAndGet() == 0) {
      publications.publish(() -> parts.forEach(Part::show));
      shown = true;
      parts.forEach(Part::publish);
    }
  }

  /** One shard's version. Owner: the shard's loop; {@link #show}: the loop that arrived last. */
  public final class Part implements JointVersion {

    private final Shard shard;
    private @Nullable VersionedTree tree;
    private @Nullable Tree version;
    private boolean arrived;

    private Part(Shard shard) {
      this.shard = shard;
    }

    @Override
    public boolean isShown() {
      return shown;
    }

    @Override
    public void arrive(VersionedTree ofShard, Tree durable) {
      if (!arrived) {
        tree = ofShard;
        version = durable;
        arrived = true;
        arrived();
      }
    }

    /** Notes that the shard has failed and shows nothing any more. */
    void lost() {
      if (!arrived) {
        arrived = true;
        AppliedJoint.this.arrived();
      }
    }

    private void arrived() {
      AppliedJoint.this.arrived();
    }

    private void show() {
      var shownVersion = version;
      if (tree != null && shownVersion != null) {
        tree.show(shownVersion);
      }
    }

    private void publish() {
      shard.execute(() -> shard.joints().publish());
    }
  }
}
