package io.weir.engine.command;

import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexName;
import io.weir.engine.index.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Makes an entity the holder of a claim. It fits while the claim has no holder, or this one, or
 * {@code previous}.
 *
 * <p>Refused as {@code UniqueIndexViolation} when an earlier operation of the command has taken the
 * claim for another entity.
 *
 * @param claim with its key
 * @param previous the holder that a {@link YieldClaim} of the command makes give it up; null when
 *     there is none
 */
public record TakeClaim(
    int position,
    IndexName index,
    KeyedClaim claim,
    EntityKey holder,
    @Nullable EntityKey previous) implements ClaimOperation {

  @Override
  public byte[] key() {
    return claim.key();
  }

  /** Returns the claim itself. */
  public Claim taken() {
    return claim.claim();
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.take(this);
  }
}
