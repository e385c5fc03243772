package io.weir.client.credential;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;

/**
 * The service refused a proof, and another can be had: reason to send the request again, once. Nothing was done, so that writes are
 * sent again, too.
 */
final class RenewableRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient AccessDeniedException refusal;

  private RenewableRefusal(AccessDeniedException refusal) {
    super(null, refusal, false, false);
    this.refusal = refusal;
  }

  /** The failure itself, unless it is a refusal of a proof that can be renewed. */
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
