package io.weir.engine.command;

import io.weir.engine.index.Claim;

/**
 * Fits if a stored entity implies a claim, or if it does not.
 *
 * @param implied which of the two fits
 */
public record CheckClaim(int position, Claim claim, Holder holder, boolean implied)
    implements ClaimOperation {

  @Override
  public byte[] key() {
    return holder.key();
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.check(this);
  }
}
