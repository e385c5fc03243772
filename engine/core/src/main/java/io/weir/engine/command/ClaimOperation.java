package io.weir.engine.command;

/** An operation with which the store keeps the claims of unique indexes. */
public sealed interface ClaimOperation extends JointOperation
    permits TakeClaim, ReleaseClaim, YieldClaim, CheckClaim, MarkProgress {

  /** The weight of a claim's operation: a key, the key of an entity, and the objects. */
  int WEIGHT_BYTES = 256;

  /** Calls the handler's method for this kind of operation. */
  <R> R dispatch(Handler<R> handler);

  @Override
  default boolean stores() {
    return this instanceof TakeClaim || this instanceof MarkProgress;
  }

  @Override
  default int weightBytes() {
    return WEIGHT_BYTES;
  }

  /** One method for each kind of operation. */
  interface Handler<R> {
    R take(TakeClaim operation);

    R release(ReleaseClaim operation);

    R yielded(YieldClaim operation);

    R check(CheckClaim operation);

    R mark(MarkProgress operation);
  }
}
