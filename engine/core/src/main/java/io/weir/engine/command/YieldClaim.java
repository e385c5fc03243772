package io.weir.engine.command;

import io.weir.api.index.IndexName;
import io.weir.engine.index.Claim;

/**
 * Makes sure that an entity does not imply a claim after the command. It sees the entity as the
 * client's operations leave it.
 *
 * <p>An expired entity that implies the claim is removed. Any other one refuses the command as
 * {@code UniqueIndexViolation}.
 */
public record YieldClaim(int position, IndexName index, Claim claim, Holder holder)
    implements ClaimOperation {

  @Override
  public byte[] key() {
    return holder.key();
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.yielded(this);
  }
}
