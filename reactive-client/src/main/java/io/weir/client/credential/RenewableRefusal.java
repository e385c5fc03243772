package io.weir.client.credential;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;

/**
 * The service rejected a proof that can be replaced: reason to send the request once more. The
 * service did nothing, so writes are repeated too.
 */
final class RenewableRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient AccessDeniedException refusal;

  private RenewableRefusal(AccessDeniedException refusal) {
    super(null, refusal, false, false);
    this.refusal = refusal;
  }

  /** Returns the failure itself, unless it rejects a proof that can be replaced. */
  static Throwable of(Throwable failure, Credential credential, Authorization proof) {
    return failure instanceof AccessDeniedException refusal
            && refusal.code() == ErrorCode.INVALID_AUTHENTICATION_INFO
            && credential.refused(proof)
        ? new RenewableRefusal(refusal)
        : failure;
  }

  AccessDeniedException refusal() {
    return refusal;
  }
}
