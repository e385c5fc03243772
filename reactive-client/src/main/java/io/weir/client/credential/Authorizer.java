package io.weir.client.credential;

import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * Proves each attempt of a request by a credential. If the service rejects a proof and the credential can obtain another one, the
 * attempt is repeated once.
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
   * @param path percent-encoded, as it is sent and signed: with {@code ?comp=VALUE} if the query has this option
   */
  public <T> Flux<T> attempt(
      Supplier<String> date, String path, Function<Authorization, Flux<T>> attempt) {
    var proven = Flux.defer(() -> credential
        .authorize(date.get(), path)
        .flatMapMany(proof -> attempt
            .apply(proof)
            .onErrorMap(failure -> RenewableRefusal.of(failure, credential, proof))));
    return proven.onErrorResume(
        RenewableRefusal.class,
        renewed -> proven.onErrorMap(RenewableRefusal.class, RenewableRefusal::refusal));
  }
}
