package io.weir.spring;

import io.micrometer.observation.ObservationRegistry;
import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Makes clients of a service, unless the application has services of its own or embeds the engine,
 * and runs the listeners.
 */
@AutoConfiguration(after = EmbeddedWeirAutoConfiguration.class)
@EnableConfigurationProperties(WeirProperties.class)
public class WeirAutoConfiguration {

  /** Returns the place of the service that the properties name. */
  @Bean
  @ConditionalOnMissingBean
  public WeirConnectionDetails weirConnectionDetails(WeirProperties properties) {
    return new PropertiesConnectionDetails(properties);
  }

  /** Returns the client, which connects at its first request and ends with the application. */
  @Bean
  @ConditionalOnMissingBean(TableService.class)
  public WeirClient weirClient(
      WeirConnectionDetails details,
      WeirProperties properties,
      ObjectProvider<ObservationRegistry> observations) {
    return configured(details.tables(), properties, observations).connect();
  }

  /** Returns the client of the queues, which is made when it is first needed. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean(QueueService.class)
  public WeirQueues weirQueues(
      WeirConnectionDetails details,
      WeirProperties properties,
      ObjectProvider<ObservationRegistry> observations) {
    return configured(details.queues(), properties, observations).connectQueues();
  }

  /** Runs the application's listeners. */
  @Bean
  @ConditionalOnBean(WeirListener.class)
  WeirListeners weirListeners(
      ObjectProvider<WeirListener> listeners,
      ObjectProvider<QueueService> queues,
      TableService tables,
      ApplicationEventPublisher events) {
    return new WeirListeners(
        listeners.orderedStream().toList(), queues::getObject, tables, events::publishEvent);
  }

  private static ClientOptions.Builder configured(
      ClientOptions.Builder options,
      WeirProperties properties,
      ObjectProvider<ObservationRegistry> observations) {
    PropertiesConnectionDetails.set(properties.trust(), options::trust);
    PropertiesConnectionDetails.set(properties.deadline(), options::deadline);
    PropertiesConnectionDetails.set(properties.connections(), options::connections);
    observations.ifAvailable(options::observations);
    return options;
  }
}
