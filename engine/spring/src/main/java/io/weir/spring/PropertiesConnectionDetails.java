package io.weir.spring;

import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The place of the service by the properties {@code weir.*}. Fails when it is asked, with the
 * properties' names, if they contradict each other.
 */
record PropertiesConnectionDetails(WeirProperties properties) implements WeirConnectionDetails {

  @Override
  public ClientOptions.Builder tables() {
    var text = connectionString();
    return text == null
        ? at(WeirClient.builder(), properties.endpoint())
        : WeirConnectionDetails.of(text).tables();
  }

  @Override
  public ClientOptions.Builder queues() {
    var text = connectionString();
    if (text != null) {
      return WeirConnectionDetails.of(text).queues();
    }
    if (properties.endpoint() != null && properties.queueEndpoint() == null) {
      throw new IllegalStateException("Set weir.queue-endpoint beside weir.endpoint.");
    }
    return at(WeirQueues.builder(), properties.queueEndpoint());
  }

  private @Nullable String connectionString() {
    var text = properties.connectionString();
    if (text != null
        && (properties.endpoint() != null
            || properties.queueEndpoint() != null
            || properties.key() != null
            || properties.sharedAccessSignature() != null)) {
      throw new IllegalStateException(
          "Set weir.connection-string, or weir.endpoint and weir.key, not both.");
    }
    return text;
  }

  private ClientOptions.Builder at(ClientOptions.Builder options, @Nullable String endpoint) {
    set(endpoint, options::endpoint);
    set(properties.key(), options::key);
    set(properties.sharedAccessSignature(), options::sharedAccessSignature);
    return options;
  }

  /** Sets an option that the properties name. */
  static <V> void set(@Nullable V value, Consumer<V> option) {
    if (value != null) {
      option.accept(value);
    }
  }
}
