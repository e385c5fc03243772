package io.weir.pattern.process;

import io.weir.api.entity.ETag;

/**
 * The lease of a partition group, as it was read or written last.
 *
 * @param owner name of a member; empty when the lease is free
 * @param counter rises with each renewal
 * @param epoch rises with each change of the owner to a member, so that an owner can be told from
 *     the same member's earlier ownership
 */
record Lease(int group, String owner, long counter, long epoch, ETag version) {

  static final String FREE = "";

  boolean isFree() {
    return owner.equals(FREE);
  }

  /** Returns what an observer compares to see whether the owner is alive. */
  Renewal renewal() {
    return new Renewal(owner, epoch, counter);
  }

  /** Equal as long as the lease is not renewed. */
  record Renewal(String owner, long epoch, long counter) {}

  Lease takenBy(String member) {
    return new Lease(group, member, counter + 1, epoch + 1, version);
  }

  Lease renewed() {
    return new Lease(group, owner, counter + 1, epoch, version);
  }

  Lease released() {
    return new Lease(group, FREE, counter + 1, epoch, version);
  }

  Lease stored(ETag newVersion) {
    return new Lease(group, owner, counter, epoch, newVersion);
  }

  /** Returns this state as the successor of another version of the lease. */
  Lease after(Lease current) {
    return new Lease(group, owner, current.counter + 1, epoch, current.version);
  }

  /** Whether another read of the lease shows the same ownership. */
  boolean isHeldStill(Lease other) {
    return owner.equals(other.owner) && epoch == other.epoch;
  }
}
