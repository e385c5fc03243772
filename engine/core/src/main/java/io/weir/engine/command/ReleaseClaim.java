package io.weir.engine.command;

import io.weir.api.entity.EntityKey;

/** Removes a claim if the entity holds it. Fits always. */
public record ReleaseClaim(int position, KeyedClaim claim, EntityKey holder)
    implements ClaimOperation {

  @Override
  public byte[] key() {
    return claim.key();
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.release(this);
  }
}
