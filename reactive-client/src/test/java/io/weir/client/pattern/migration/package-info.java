/** The contract of a service over tables that move. The pattern as a whole is tested by {@code RegionMigrationPattern}. */
@NullMarked
package io.weir.client.pattern.migration;

import org.jspecify.annotations.NullMarked;
