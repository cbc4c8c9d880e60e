// Stands in for what only the example apps of golang.org/x/mobile need.
module golang.org/x/exp/shiny

go 1.26.0
