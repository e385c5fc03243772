package io.weir.client.credential;

import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * Proves each attempt of a request by a credential. If the service rejects a proof and the
 * credential can obtain another one, the attempt is repeated once.
 *
 * <p>Any thread. Internal to the client: not an API.
 */
public final class Authorizer {

  private final Credential credential;

  public Authorizer(Credential credential) {
    this.credential = credential;
  }

  /**
   * Makes the attempt with a proof, once for each subscription.
   *
   * @param date called for each attempt
   * @param request what the proof may cover
   */
  public <T> Flux<T> attempt(
      Supplier<String> date, Unsigned request, Function<Authorization, Flux<T>> attempt) {
    var proven = Flux.defer(() -> credential
        .authorize(date.get(), request)
        .flatMapMany(proof -> attempt
            .apply(proof)
            .onErrorMap(failure -> RenewableRefusal.of(failure, credential, proof))));
    return proven.onErrorResume(
        RenewableRefusal.class,
        renewed -> proven.onErrorMap(RenewableRefusal.class, RenewableRefusal::refusal));
  }
}
