package io.weir.spring;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code weir.*}. What is absent has the default of the client.
 *
 * @param connectionString as clients of the Azure protocols take it; it excludes the endpoints, key
 *     and signature
 * @param endpoint the address of an account: {@code http://HOST:PORT/ACCOUNT}. Default: the
 *     development account on this machine
 * @param queueEndpoint the address of the account's queues: {@code http://HOST:PORT/ACCOUNT}.
 *     Default: those of the development account on this machine, unless there is an endpoint
 * @param key the account's key in Base64; required for every account but the development account,
 *     unless there is a signature
 * @param sharedAccessSignature a signature in place of the key
 * @param trust certificates to trust with https, in PEM
 * @param deadline the longest time of an operation, retries included
 * @param connections the number of connections
 * @param declareTables whether the start creates the tables, indexes and rules of expiry of
 *     repositories that are missing
 * @param embedded an engine in this process, in place of a service
 */
@ConfigurationProperties("weir")
public record WeirProperties(
    @Nullable String connectionString,
    @Nullable String endpoint,
    @Nullable String queueEndpoint,
    @Nullable String key,
    @Nullable String sharedAccessSignature,
    @Nullable Path trust,
    @Nullable Duration deadline,
    @Nullable Integer connections,
    @DefaultValue("true") boolean declareTables,
    @Nullable Embedded embedded) {

  /**
   * An engine in this process.
   *
   * @param folder of the store; created if absent
   * @param account whose tables are served
   * @param loops event loops
   */
  public record Embedded(
      Path folder,
      @DefaultValue("devstoreaccount1") String account,
      @DefaultValue("2") int loops) {}
}
