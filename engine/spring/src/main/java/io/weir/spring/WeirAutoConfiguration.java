package io.weir.spring;

import io.micrometer.observation.ObservationRegistry;
import io.weir.api.TableService;
import io.weir.client.ClientOptions;
import io.weir.client.ConnectionString;
import io.weir.client.WeirClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.annotation.Bean;

/** Makes a client of a service, unless the application has a {@link TableService} or embeds the engine. */
@AutoConfiguration(after = EmbeddedWeirAutoConfiguration.class)
@EnableConfigurationProperties(WeirProperties.class)
public class WeirAutoConfiguration {

  /** Returns the client, which connects at its first request and ends with the application. */
  @Bean
  @ConditionalOnMissingBean(TableService.class)
  public WeirClient weirClient(
      WeirProperties properties, ObjectProvider<ObservationRegistry> observations) {
    var options = options(properties);
    observations.ifAvailable(options::observations);
    return options.connect();
  }

  private static ClientOptions.Builder options(WeirProperties properties) {
    var text = properties.connectionString();
    if (text != null && (properties.endpoint() != null || properties.key() != null)) {
      throw new IllegalStateException(
          "Set weir.connection-string, or weir.endpoint and weir.key, not both.");
    }
    var options =
        text == null ? WeirClient.builder() : ConnectionString.parse(text).tables();
    var set = PropertyMapper.get();
    set.from(properties.endpoint()).to(options::endpoint);
    set.from(properties.key()).to(options::key);
    set.from(properties.sharedAccessSignature()).to(options::sharedAccessSignature);
    set.from(properties.trust()).to(options::trust);
    set.from(properties.deadline()).to(options::deadline);
    set.from(properties.connections()).to(options::connections);
    return options;
  }
}
