/**
 * How the patterns recognise a conflict with another writer and try again, and how they name a write. Internal to the patterns: not an API.
 *
 * <p>Threads: any. A pause between attempts ends on Reactor's parallel scheduler.
 */
@NullMarked
package io.weir.pattern.conflict;

import org.jspecify.annotations.NullMarked;
