package io.weir.spring;

/**
 * Work on messages or changes. A bean of this type runs from the start of the application's context
 * until its stop.
 *
 * <p><b>Delivery.</b> At least once: what was not handled when the application ends is delivered
 * again, to it or to another.
 *
 * <p><b>Stop.</b> The listener takes nothing more, and the stop waits for the work that has begun,
 * as long as {@code spring.lifecycle.timeout-per-shutdown-phase} says.
 *
 * <p><b>Failures.</b> Each is published as a {@link ListenerFailure}, on the thread of the signal.
 * Receiving goes on after a pause that grows from 1 s to 30 s. Where the actuator is present, the
 * health is down while the receiving fails.
 */
public sealed interface WeirListener permits QueueListener, ChangeListener {

  /** Returns the name in failures. */
  String name();
}
