package io.weir.spring;

import io.weir.client.ClientOptions;
import io.weir.client.ConnectionString;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The place of a service and the proof of access to it. A bean of this type comes before the
 * properties {@code weir.connection-string}, {@code weir.endpoint}, {@code weir.queue-endpoint},
 * {@code weir.key} and {@code weir.shared-access-signature}.
 */
public interface WeirConnectionDetails extends ConnectionDetails {

  /**
   * Returns the details in a connection string. Fails with {@link IllegalArgumentException}, which
   * contains no secret.
   */
  static WeirConnectionDetails of(String connectionString) {
    var parsed = ConnectionString.parse(connectionString);
    return new WeirConnectionDetails() {
      @Override
      public ClientOptions.Builder tables() {
        return parsed.tables();
      }

      @Override
      public ClientOptions.Builder queues() {
        return parsed.queues();
      }
    };
  }

  /** Returns new options of a client of the tables. */
  ClientOptions.Builder tables();

  /** Returns new options of a client of the queues. Fails if nothing names their address. */
  ClientOptions.Builder queues();
}
