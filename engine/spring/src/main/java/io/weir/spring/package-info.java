/**
 * Weir in a Spring Boot application: a {@link io.weir.api.TableService} from properties, and
 * repositories of typed values.
 *
 * <pre>{@code
 * weir.connection-string=DefaultEndpointsProtocol=https;AccountName=..;AccountKey=..;TableEndpoint=..
 *
 * @EnableWeirTables
 * @SpringBootApplication
 * class Application { .. }
 *
 * @WeirTable("Birds")
 * interface Birds extends WeirRepository<Bird> {}
 * }</pre>
 *
 * <p>{@link io.weir.spring.WeirAutoConfiguration} makes the service, a
 * {@link io.weir.client.WeirClient} of another process or an engine in this one
 * ({@link io.weir.spring.EmbeddedWeirAutoConfiguration}), unless the application has a bean of its
 * own. The client reports to the application's {@code ObservationRegistry}, hence to its meters and
 * traces. {@link io.weir.spring.WeirHealthAutoConfiguration} adds the health of the service where
 * the actuator is present. {@link io.weir.spring.WeirListener} is work on messages and changes that
 * runs with the application. {@link io.weir.spring.EnableWeirTables} makes a bean of each interface
 * that is annotated with {@link io.weir.spring.WeirTable}.
 *
 * <p>Nothing blocks apart from the start of the application, which creates missing tables and
 * indexes ({@code weir.declare-tables}).
 *
 * <p>Failures: a wrong property fails the start and names the property. Operations fail as those of
 * the service do.
 */
@NullMarked
package io.weir.spring;

import org.jspecify.annotations.NullMarked;
